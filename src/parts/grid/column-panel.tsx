import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { useLingui } from '@lingui/react/macro';
import { Button, Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useMemo, useState, type RefObject } from 'react';

import { useLocale } from '#ui/locale.tsx';
import { PopoverPanel } from '#ui/popover-panel.tsx';

import type { GridColumn, GridRow } from './grid-column.ts';
import { useGrid } from './grid-context.ts';
import { columnsButton } from './grid-header.tsx';
import type { ColumnFilter, GridHeader as TableHeader, GridTable } from './grid-view.ts';
import classes from './grid.module.css';

interface ColumnPanelProps {
  table: GridTable;
  row: RefObject<HTMLDivElement | null>;
  /** Index of the column, null while the panel is closed. */
  at: number | null;
  onOpen: (column: number | null) => void;
}

/**
 * Sort and filter panel below a column heading. One panel for all columns, loaded when first opened. With cards, the
 * column is selected in the panel.
 */
export function ColumnPanel({ table, row, at, onOpen }: ColumnPanelProps) {
  const { t } = useLingui();
  const { columns, isCard } = useGrid();
  const onClose = () => onOpen(null);
  const anchor = {
    get current() {
      return isCard ? columnsButton(row.current) : (row.current?.querySelector(`[data-header="${at}"]`) ?? null);
    },
  };
  const header = table.getFlatHeaders()[at ?? -1];
  const column = columns[at ?? -1];
  return (
    <PopoverPanel
      anchor={anchor}
      label={t`Sort and filter by ${column?.header ?? ''}`}
      opened={at !== null}
      onClose={onClose}
      position="bottom-start"
      width={256}
    >
      {isCard && (
        <NativeSelect
          label={t`Column`}
          mb={6}
          data={columns.map(({ header }, index) => ({ value: String(index), label: header }))}
          value={String(at ?? 0)}
          onChange={({ currentTarget: { value } }) => onOpen(Number(value))}
        />
      )}
      {header && column && <ColumnMenu key={at} header={header} column={column} onClose={onClose} />}
    </PopoverPanel>
  );
}

interface ColumnMenuProps {
  header: TableHeader;
  column: GridColumn<GridRow, unknown>;
  onClose: () => void;
}

/** With more distinct values, the value list is omitted. */
const maxValues = 200;

/** Sorts and filters by one column: by contained text, and by value if there aren't too many. */
function ColumnMenu({ header, column, onClose }: ColumnMenuProps) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const { session } = useGrid();
  const filter = (header.column.getFilterValue() ?? {}) as ColumnFilter;
  const order = header.column.getIsSorted();
  const [contains, setContains] = useState(filter.contains ?? '');
  const values = useMemo(() => {
    const texts = new Set(session.store.getEntries().map((entry) => column.text(entry)));
    const collator = new Intl.Collator(locale, { numeric: true });
    const isBlank = (text: string) => Number(text === '');
    return texts.size > maxValues
      ? null
      : [...texts].toSorted((a, b) => isBlank(a) - isBlank(b) || collator.compare(a, b));
  }, [session, column, locale]);

  function sort(direction: 'asc' | 'desc') {
    if (order === direction) header.column.clearSorting();
    else header.column.toggleSorting(direction === 'desc');
    onClose();
  }

  function setFilter({ contains, values: chosen }: ColumnFilter) {
    const isAll = chosen === undefined || chosen.length === values?.length;
    const isActive = !isAll || (contains ?? '').trim() !== '';
    header.column.setFilterValue(isActive ? { contains, ...(!isAll && { values: chosen }) } : undefined);
  }

  return (
    <Stack gap={6}>
      <SortButton Icon={ArrowUp} isOn={order === 'asc'} onClick={() => sort('asc')} isFirst>
        {t`Sort ascending`}
      </SortButton>
      <SortButton Icon={ArrowDown} isOn={order === 'desc'} onClick={() => sort('desc')}>
        {t`Sort descending`}
      </SortButton>
      <TextInput
        label={t`Contains`}
        autoComplete="off"
        value={contains}
        onChange={({ currentTarget: { value } }) => {
          setContains(value);
          setFilter({ ...filter, contains: value });
        }}
      />
      {values ? (
        <ValueChoice
          values={values}
          chosen={filter.values ?? values}
          onChoose={(chosen) => setFilter({ ...filter, values: chosen })}
        />
      ) : (
        <p className={classes['note']}>{t`More than ${maxValues} different values. Filter by text.`}</p>
      )}
      {header.column.getIsFiltered() && (
        <SortButton
          Icon={X}
          onClick={() => {
            setContains('');
            header.column.setFilterValue(undefined);
          }}
        >
          {t`Clear filter`}
        </SortButton>
      )}
    </Stack>
  );
}

interface SortButtonProps {
  Icon: typeof ArrowUp;
  children: string;
  isOn?: boolean;
  isFirst?: boolean;
  onClick: () => void;
}

function SortButton({ Icon, children, isOn, isFirst, onClick }: SortButtonProps) {
  return (
    <Button
      variant={isOn ? 'light' : 'subtle'}
      fullWidth
      justify="flex-start"
      className={classes['action']}
      leftSection={<Icon aria-hidden size={16} />}
      data-autofocus={isFirst || undefined}
      aria-pressed={isOn}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

interface ValueChoiceProps {
  values: readonly string[];
  chosen: readonly string[];
  onChoose: (chosen: readonly string[]) => void;
}

function ValueChoice({ values, chosen, onChoose }: ValueChoiceProps) {
  const { t } = useLingui();
  const isChosen = new Set(chosen);
  return (
    <fieldset className={classes['values']}>
      <legend>{t`Values`}</legend>
      <Checkbox
        label={t`All values`}
        checked={chosen.length === values.length}
        indeterminate={chosen.length > 0 && chosen.length < values.length}
        onChange={(event) => onChoose(event.currentTarget.checked ? values : [])}
      />
      {values.map((value) => (
        <Checkbox
          key={value}
          label={<bdi>{value === '' ? t`(blank)` : value}</bdi>}
          checked={isChosen.has(value)}
          onChange={({ currentTarget: { checked } }) =>
            onChoose(values.filter((each) => (each === value ? checked : isChosen.has(each))))
          }
        />
      ))}
    </fieldset>
  );
}
