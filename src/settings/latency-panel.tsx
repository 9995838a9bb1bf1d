import '@mantine/core/styles/Progress.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';

import { latency } from '#data/api-check.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';
import { Panel, PanelError, PanelWaiting } from '#parts/panel.tsx';

/** Response times as measured by this browser. */
export function LatencyPanel() {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useQuery(latency.measured());
  return (
    <Panel
      title={t`Response time`}
      aside={
        data && (
          <LinkButton
            leftSection={<RotateCw aria-hidden size={15} />}
            // Not disabled, so that the button keeps the focus.
            data-disabled={isFetching || undefined}
            aria-disabled={isFetching || undefined}
            onClick={() => isFetching || void refetch()}
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
          Median of {times.length} requests from this browser. Fastest {milliseconds(inOrder[0] ?? 0)}, slowest{' '}
          {milliseconds(slowest)}.
        </Trans>
      </Text>
      <Stack component="ol" gap={4} aria-label={t`Requests`}>
        {Object.entries(times).map(([request, time]) => (
          <Group component="li" key={request} gap={12} wrap="nowrap">
            <Progress.Root size={8} flex={1} bg="none">
              <Progress.Section value={(time / slowest) * 100} withAria={false} />
            </Progress.Root>
            <Text component="span" fz={13} c="dimmed" w="6.5em" ta="end" style={{ fontVariantNumeric: 'tabular-nums' }}>
              {milliseconds(time)}
            </Text>
          </Group>
        ))}
      </Stack>
    </Stack>
  );
}
