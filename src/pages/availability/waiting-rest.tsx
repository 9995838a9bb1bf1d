import { useLingui } from '@lingui/react/macro';

import { Panel, PanelWaiting } from '#features/panel.tsx';

/** The shapes of what-if and chart while the calendar is on the way. */
export function WaitingRest({ className }: { className: string | undefined }) {
  const { t } = useLingui();
  return (
    <div className={className}>
      <Panel title={t`What if`}>
        <PanelWaiting height={140} />
      </Panel>
      <Panel title={t`Available over time`}>
        <PanelWaiting height={410} />
      </Panel>
    </div>
  );
}
