import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';

import { latency } from '#api/service-check.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';
import { Panel, PanelError, PanelWaiting } from '#features/panel.tsx';

import classes from './connection-page.module.css';

/** How long an answer takes, as this browser feels it. */
export function LatencyPanel() {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useQuery(latency.measured());
  return (
    <Panel
      title={t`Answer time`}
      aside={
        data && (
          <LinkButton
            leftSection={<RotateCw aria-hidden size={15} />}
            disabled={isFetching}
            onClick={() => void refetch()}
          >
            <Trans>Measure again</Trans>
          </LinkButton>
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
    <Stack gap={8}>
      <Text fz={28} lh="34px" fw={650}>
        {milliseconds(median)}
      </Text>
      <Text size="sm" c="dimmed">
        <Trans>
          the middle of {times.length} calls one after the other, from this browser to the service and back; the fastest
          took {milliseconds(inOrder[0] ?? 0)}, the slowest {milliseconds(slowest)}.
        </Trans>
      </Text>
      <ol className={classes.bars} aria-label={t`Each call`}>
        {Object.entries(times).map(([call, time]) => (
          <li key={call}>
            <span className={classes.bar} style={{ inlineSize: `${(time / slowest) * 100}%` }} />
            <span className={classes.figure}>{milliseconds(time)}</span>
          </li>
        ))}
      </ol>
    </Stack>
  );
}
