import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';

import { latency } from '#api/service-check.ts';
import { useLocale } from '#ui/locale.tsx';
import { Panel, PanelError, PanelWaiting } from '#features/panel.tsx';

import classes from './latency-panel.module.css';

/** How long an answer takes, as this browser feels it. */
export function LatencyPanel() {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useQuery(latency.measured());
  return (
    <Panel
      title={t`Answer time`}
      aside={
        data && (
          <button type="button" className={classes.again} disabled={isFetching} onClick={() => void refetch()}>
            <RotateCw aria-hidden size={15} />
            <Trans>Measure again</Trans>
          </button>
        )
      }
    >
      {data && !isFetching ? (
        <Times times={data} />
      ) : error && !isFetching ? (
        <PanelError error={error} onRetry={() => void refetch()} />
      ) : (
        <PanelWaiting lines={5} />
      )}
    </Panel>
  );
}

function Times({ times }: { times: readonly number[] }) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const inOrder = times.toSorted((a, b) => a - b);
  const slowest = inOrder.at(-1) ?? 1;
  const median = inOrder[Math.floor(inOrder.length / 2)] ?? 0;
  const number = new Intl.NumberFormat(locale, {
    maximumSignificantDigits: 3,
    maximumFractionDigits: 1,
    roundingPriority: 'lessPrecision',
  });
  const milliseconds = (time: number) => t`${number.format(time)} ms`;
  return (
    <div className={classes.times}>
      <p className={classes.median}>{milliseconds(median)}</p>
      <p className={classes.words}>
        <Trans>
          the middle of {times.length} calls one after the other, from this browser to the service and back; the fastest
          took {milliseconds(inOrder[0] ?? 0)}, the slowest {milliseconds(slowest)}.
        </Trans>
      </p>
      <ol className={classes.bars} aria-label={t`Each call`}>
        {Object.entries(times).map(([call, time]) => (
          <li key={call}>
            <span className={classes.bar} style={{ inlineSize: `${(time / slowest) * 100}%` }} />
            <span className={classes.figure}>{milliseconds(time)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
