import { useLingui } from '@lingui/react/macro';

import { Panel, PanelError, PanelWaiting } from '#features/panel.tsx';

import type { Asked } from './use-asked.ts';

/** Stands for all that rests on the calendar while it is on the way, and where it failed. */
export function CalendarTrouble({ calendar }: { calendar: Asked['calendar'] }) {
  const { t } = useLingui();
  return (
    <Panel title={t`Quantity breaks and splits`}>
      {calendar.error === null ? (
        <PanelWaiting lines={6} />
      ) : (
        <PanelError error={calendar.error} onRetry={calendar.refresh} />
      )}
    </Panel>
  );
}
