import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { useLingui } from '@lingui/react/macro';
import { Group, Switch } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';

import { BucketChoice } from '#parts/chart/bucket-choice.tsx';
import { useTransitDays } from '#parts/transit-days.ts';
import { TransitFields } from '#parts/transit-fields.tsx';

import classes from './availability.module.css';

/** Rare settings: transit days and, for the chart and the entries, max lead time and grouping. */
export function MoreFields({ hasChart }: { hasChart: boolean }) {
  const { t } = useLingui();
  const search = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), resetScroll: false });
  const { transit, setTransit } = useTransitDays(search);
  return (
    <Group gap="8px 20px" className={classes.more}>
      <TransitFields
        transit={transit}
        onChange={(next, workingDays) => {
          setTransit(next);
          const parameters = { deliveryDays: next?.deliveryDays, workingDays: workingDays || undefined };
          void navigate({ search: (before) => ({ ...before, ...parameters }), replace: true, resetScroll: false });
        }}
      />
      {hasChart && (
        <>
          <Switch
            label={t`Include max lead time`}
            checked={search.mlt ?? true}
            onChange={(event) => change({ mlt: event.currentTarget.checked ? undefined : false })}
          />
          <BucketChoice
            value={search.bucket ?? 'day'}
            onChange={(size) => change({ bucket: size === 'day' ? undefined : size })}
          />
        </>
      )}
    </Group>
  );
}
