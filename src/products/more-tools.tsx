import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Switch } from '@mantine/core';
import { Columns3 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';

import { shortWeeks } from '#stock/contract/calendar-options.ts';

import classes from './listing-panel.module.css';
import { pageSizes, type CalendarsSearch } from './products-search.ts';
import { SelectAll } from './table-view.tsx';
import type { Listing } from './use-listing.ts';
import { isPagedView } from './views.ts';

const ColumnList = lazy(async () => ({ default: (await import('./column-list.tsx')).ColumnList }));

interface MoreToolsProps {
  address: CalendarsSearch;
  listing: Listing;
  isNarrow: boolean;
}

/** What is rarely changed: what counts as short, by which unit, and how the table is laid out. */
export function MoreTools({ address, listing, isNarrow }: MoreToolsProps) {
  const { change, view, includesMaxLeadTime } = address;
  const { data, total, hasData, error, table } = listing;
  const hasTools = total !== 0 && (hasData || error === null);
  return (
    <Group gap="8px 16px" className={classes.line}>
      <Switch
        label={<Trans>Include max lead time</Trans>}
        checked={includesMaxLeadTime}
        onChange={(event) => change({ mlt: event.currentTarget.checked ? undefined : false })}
      />
      {data?.counts && <WeeksSelect address={address} />}
      {data && address.quantity !== null && data.units.length > 1 && <UnitSelect {...{ address, data }} />}
      {hasTools && isPagedView(view) && <PageSizeSelect {...{ address, listing }} />}
      {hasTools && view === 'table' && <ColumnMenu listing={listing} />}
      {isNarrow && hasTools && view === 'table' && <SelectAll table={table} label={<Trans>All on this page</Trans>} />}
    </Group>
  );
}

/** Period within which products count as running short. */
function WeeksSelect({ address: { search, change } }: Pick<MoreToolsProps, 'address'>) {
  const { t } = useLingui();
  return (
    <NativeSelect
      label={t`Runs short within`}
      className={classes.labeled}
      data={shortWeeks.map((weeks) => ({
        value: String(weeks),
        label: t`${plural(weeks, { one: '# week', other: '# weeks' })}`,
      }))}
      value={String(search.weeks ?? 2)}
      onChange={(event) => {
        const weeks = shortWeeks.find((value) => String(value) === event.currentTarget.value) ?? 2;
        change({ weeks: weeks === 2 ? undefined : weeks, page: undefined });
      }}
    />
  );
}

function UnitSelect({ address, data }: { address: CalendarsSearch; data: NonNullable<Listing['data']> }) {
  const { t } = useLingui();
  return (
    <NativeSelect
      label={t`Unit of the quantity`}
      className={classes.labeled}
      data={data.units.map(({ unit }) => unit)}
      value={data.unit ?? ''}
      onChange={(event) => address.change({ unit: event.currentTarget.value, page: undefined })}
    />
  );
}

/** Number of products of a page. A change keeps the first one on screen. */
function PageSizeSelect({ address: { change, pageSize }, listing: { page } }: Omit<MoreToolsProps, 'isNarrow'>) {
  const { t } = useLingui();
  return (
    <NativeSelect
      label={t`Products per page`}
      className={classes.labeled}
      data={pageSizes.map(String)}
      value={pageSize}
      onChange={(event) => {
        const size = pageSizes.find((each) => String(each) === event.currentTarget.value);
        if (size) change({ pageSize: size, page: Math.floor(((page - 1) * pageSize) / size) + 1 });
      }}
    />
  );
}

/** Button that opens the column list. */
function ColumnMenu({ listing }: { listing: Listing }) {
  const button = useRef<HTMLButtonElement>(null);
  // Null until first opened.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button
        ref={button}
        variant="default"
        leftSection={<Columns3 aria-hidden size={18} />}
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        onClick={() => setOpen(!isOpen)}
      >
        <Trans>Columns</Trans>
      </Button>
      {isOpen !== null && (
        <Suspense>
          <ColumnList listing={listing} anchor={button} opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
