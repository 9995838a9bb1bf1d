import { PanelWaiting } from '#features/panel.tsx';

/** Stands where a page will be while its code is on the way. */
export function RoutePending() {
  return <PanelWaiting lines={4} />;
}
