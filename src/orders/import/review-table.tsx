import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type CellContext, createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';

import type { KnownProducts } from '#stock/order-list/prose-products.ts';
import { isName } from '#stock/order/line-product.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { formatQuantity as formatFigure } from '#stock/locale-number.ts';
import { otherUnitWords, useOrderWords } from '#orders/order-words.ts';
import { DidYouMean, keyOfProduct, ProductLinks } from '#orders/lines/did-you-mean.tsx';
import { readDateText, readQuantityCell } from '#orders/lines/order-columns.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';

import styles from './intake.module.css';
import { asideWords, refusalWords } from './list-words.ts';
import {
  contradictionOf,
  isReady,
  isSkipped as isRowSkipped,
  isUnknown,
  multiplicationFix,
  productUnitOf,
  type ReviewRow,
  type RowFix,
} from './review-rows.ts';

interface Review {
  /** Undefined until looked up. */
  known: KnownProducts | undefined;
  /** The user's changes, by row. */
  fixes: ReadonlyMap<number, RowFix>;
  /** Ship-by date for lines without one. */
  shipBy: CalendarDate | null;
  /** Whether the first empty field has focus when the dialog opens. */
  isFieldFirst: boolean;
  onFix: (line: number, fix: RowFix) => void;
}

const features = tableFeatures({ tableMeta: {} as Review });
const column = createColumnHelper<typeof features, ReviewRow>();

const columns = column.columns([
  column.accessor('line', {
    header: () => <Trans>Line</Trans>,
    // The name of a sheet is in no line.
    cell: ({ getValue }) => getValue() || '',
  }),
  column.accessor('text', {
    header: () => <Trans>Original text</Trans>,
    cell: ({ getValue }) => <bdi>{getValue()}</bdi>,
  }),
  column.accessor('product', { header: () => <Trans>Product</Trans>, cell: ProductCell }),
  column.accessor('quantity', { header: () => <Trans>Quantity</Trans>, cell: QuantityCell }),
  column.accessor('shipBy', { header: () => <Trans>Ship by</Trans>, cell: DateCell }),
  column.display({ id: 'take', header: () => <Trans>Include</Trans>, cell: TakeCell }),
]);

/** Number of a unit's characters that fit beside its quantity. */
const maxUnitLength = 8;

type Cell = Pick<CellContext<typeof features, ReviewRow>, 'row' | 'table'>;

/** Returns a row with the user's changes, and a function to change it. */
function fixedRow({ row: { original, index }, table }: Cell) {
  const { known, fixes, shipBy, isFieldFirst, onFix } = table.options.meta as Review;
  const fix = fixes.get(original.line);
  const row = { ...original, ...fix };
  const isSkipped = isRowSkipped(original, fix);
  const found = known?.get(row.product.trim().toLowerCase());
  const isOpen = row.refused !== null && !row.isIgnored && !isReady(row) && !isSkipped;
  return {
    /** Names its fields. */
    line: String(original.line),
    original,
    row,
    isSkipped,
    shipBy,
    isOpen,
    /** The product's name in the catalog, unless that is what was written. */
    name: found?.name === row.product ? null : (found?.name ?? null),
    unit: row.writtenUnit || found?.unit || '',
    isFocused: isFieldFirst && isOpen && index === 0,
    /** Whether another product may be meant. */
    isOdd: known !== undefined && row.product !== '' && !isSkipped && !known.get(row.product.trim().toLowerCase()),
    isUnknown: !isSkipped && isUnknown(row, known),
    contradiction: contradictionOf(original, fix),
    /** The product's unit, if another is written. */
    productUnit: isSkipped ? null : productUnitOf(row, known),
    change: (next: RowFix) => onFix(original.line, { isSkipped: false, ...next }),
  };
}

function ProductCell(cell: Cell) {
  const { t } = useLingui();
  const { line, row, name, isOpen, isFocused, isUnknown, contradiction, change } = fixedRow(cell);
  return (
    <TextInput
      aria-label={t`Product in line ${line}`}
      description={name && <bdi>{name}</bdi>}
      wrapperProps={{ 'data-named': name !== null || undefined }}
      inputWrapperOrder={['input', 'description']}
      data-autofocus={(isFocused && row.product === '') || undefined}
      error={isUnknown || contradiction !== null || (isOpen && row.product.trim() === '')}
      dir="auto"
      spellCheck={false}
      value={row.product}
      onChange={(event) => change({ product: event.currentTarget.value })}
      onKeyDown={({ key }) => {
        const [first] = row.suggestions;
        if (key === 'Enter' && row.product === '' && first) change({ product: keyOfProduct(first) });
      }}
    />
  );
}

function QuantityCell(cell: Cell) {
  const { t } = useLingui();
  const { locale } = useOrderWords();
  const { line, row, unit, isOpen, isFocused, change } = fixedRow(cell);
  const multiplied = multiplicationFix(row, locale);
  const [typed, setTyped] = useState('');
  const isTyped = typed !== '' && readQuantityCell(typed, locale).quantity === row.quantity;
  const written = row.quantity === null ? row.quantityText : formatFigure(row.quantity, locale);
  return (
    <TextInput
      aria-label={t`Quantity in line ${line}`}
      data-autofocus={(isFocused && row.product !== '') || undefined}
      error={isOpen && row.quantity === null}
      inputMode="decimal"
      value={isTyped ? typed : written}
      rightSection={row.quantity === null && written !== '' ? '' : unit}
      rightSectionWidth={`max(36px, ${Math.min(unit.length, maxUnitLength) + 2}ch)`}
      onKeyDown={({ key }) => {
        if (key === 'Enter' && multiplied !== null) change(multiplied);
      }}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        const { writtenUnit, ...read } = readQuantityCell(event.currentTarget.value, locale);
        change({ ...read, ...(writtenUnit !== '' && { writtenUnit }) });
      }}
    />
  );
}

function DateCell(cell: Cell) {
  const { t } = useLingui();
  const words = useOrderWords();
  const { line, original, row, shipBy, change } = fixedRow(cell);
  return (
    <TextInput
      key={original.shipBy}
      aria-label={t`Ship by, line ${line}`}
      defaultValue={row.shipBy === null ? '' : words.formatDate(row.shipBy, 'medium')}
      placeholder={row.isIgnored ? '' : shipBy === null ? t`None` : words.formatDate(shipBy, 'medium')}
      error={row.shipBy === null && row.dateProblem !== null}
      onChange={(event) => {
        const value = event.currentTarget.value.trim();
        const reading = readDateText(value, words);
        const shipBy = reading.ok ? reading.date : null;
        change({ shipBy, dateProblem: shipBy === null && value !== '' ? { code: 'not-a-date', value } : null });
      }}
    />
  );
}

function TakeCell(cell: Cell) {
  const { t } = useLingui();
  const { line, row, isSkipped, change } = fixedRow(cell);
  return (
    <Checkbox
      aria-label={t`Include line ${line}`}
      checked={!isSkipped && isReady(row)}
      disabled={!isReady(row)}
      onChange={(event) => change({ isSkipped: !event.currentTarget.checked })}
    />
  );
}

/** Words of a name fit more products than a mistyped code. */
const mostNamed = 8;

/** What may be meant by a row, to select. */
function Suggestions(cell: Cell) {
  const { t } = useLingui();
  const { locale, formatQuantity } = useLocale();
  const { row, unit, isOpen, isOdd, contradiction, productUnit, change } = fixedRow(cell);
  const multiplied = multiplicationFix(row, locale);
  const use = (name: string, next: RowFix) => (
    <LinkButton key={name} ms={-8} me={18} onClick={() => change(next)}>
      {t`Use ${name}`}
    </LinkButton>
  );
  const onAccept = (product: string) => change({ product });
  const choices = [
    contradiction && [row.product, contradiction.key].map((product) => use(product, { product })),
    productUnit !== null &&
      row.quantity !== null &&
      use(formatQuantity(row.quantity, productUnit), { writtenUnit: '' }),
    multiplied && use(formatQuantity(multiplied.quantity, multiplied.writtenUnit ?? unit), multiplied),
    isOpen && row.product === '' && row.suggestions.length > 0 && (
      <ProductLinks key="named" products={row.suggestions} wanted={row} onAccept={onAccept} />
    ),
    isOpen && row.product === '' && row.searchWords !== '' && (
      <LinkButton
        key="more"
        onClick={({ currentTarget }) => {
          change({ product: row.searchWords });
          currentTarget.closest('tr')?.querySelector<HTMLElement>('[data-column="product"] input')?.focus();
        }}
      >
        <Trans>Show more products</Trans>
      </LinkButton>
    ),
    isOdd && (
      <DidYouMean
        key="near"
        text={row.product}
        most={isName(row.product) ? mostNamed : undefined}
        wanted={row}
        onAccept={onAccept}
      />
    ),
  ].filter(Boolean);
  return choices.length > 0 && <td className={styles.suggestion}>{choices}</td>;
}

/** Original text beside editable fields and their problems. The rows are virtualized. */
export function ReviewTable({
  rows: all,
  isFirst,
  ...meta
}: {
  rows: ReviewRow[];
  /** Whether it has focus when the dialog opens. */
  isFirst: boolean;
} & Review) {
  const { t, i18n } = useLingui();
  const { formatCount } = useLocale();
  const [rows, ignored] = useMemo(
    () => [all.filter((row) => !row.isIgnored), all.filter((row) => row.isIgnored)],
    [all],
  );
  const [isToggled, { toggle }] = useDisclosure();
  const isUnfolded = isToggled || rows.length === 0;
  // Text that may be an order isn't overlooked.
  const data = useMemo(
    () => [...rows, ...ignored.filter(({ hasQuantity }) => isUnfolded || hasQuantity)],
    [isUnfolded, rows, ignored],
  );
  const scroller = useRef<HTMLElement>(null);
  const table = useTable({ features, columns, data, getRowId: ({ line }) => String(line), meta });
  const model = table.getRowModel().rows;
  // eslint-disable-next-line react/incompatible-library -- the virtualizer isn't passed to other components
  const virtualizer = useVirtualizer({
    count: model.length,
    getScrollElement: () => scroller.current,
    // Rendered rows are measured, since small screens stack their cells.
    estimateSize: (index) => {
      const { refused, dateProblem, contradiction, setAside } = model[index]?.original ?? {};
      return contradiction ? 100 : refused || dateProblem || setAside ? 75 : 42;
    },
    getItemKey: (index) => model[index]?.id ?? index,
    overscan: 8,
  });
  return (
    <section
      ref={scroller}
      className={styles.scroller}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be focusable
      tabIndex={0}
      aria-label={t`List lines`}
      data-autofocus={isFirst || undefined}
    >
      <table aria-label={t`Pasted lines`} aria-rowcount={data.length + 1} className={styles.table}>
        <thead>
          <tr aria-rowindex={1} className={styles.head}>
            {table.getFlatHeaders().map((header) => (
              // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- as below
              <th key={header.id} scope="col" data-column={header.id} style={{ gridArea: header.id }}>
                <table.FlexRender header={header} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const row = model[index];
            if (!row) return null;
            const { isOpen, isSkipped, isUnknown, contradiction, productUnit, row: fixed } = fixedRow({ row, table });
            const problem = isOpen ? fixed.refused : fixed.shipBy === null ? fixed.dateProblem : null;
            const reasons = [
              fixed.setAside && asideWords(fixed.setAside, i18n),
              problem && refusalWords(problem, i18n),
              isUnknown && t`No product has the product ID, SKU or name “${fixed.product}”.`,
              contradiction &&
                t`“${contradiction.key}” in this line is another product (product ID ${String(contradiction.productId)}).`,
              productUnit && otherUnitWords(fixed.writtenUnit, productUnit, i18n),
            ].filter((reason) => typeof reason === 'string');
            return (
              <tr
                key={key}
                ref={virtualizer.measureElement}
                aria-rowindex={index + 2}
                data-index={index}
                data-open={isOpen || isUnknown || contradiction !== null || productUnit !== null || undefined}
                data-out={isSkipped || undefined}
                data-ignored={(fixed.isIgnored && !isReady(fixed)) || undefined}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                {row.getAllCells().map((cell) => (
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- no control; the column renders text
                  <td key={cell.id} data-column={cell.column.id} style={{ gridArea: cell.column.id }}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
                {reasons.length > 0 && <td className={styles.reason}>{reasons.join(' ')}</td>}
                <Suggestions row={row} table={table} />
              </tr>
            );
          })}
        </tbody>
      </table>
      {ignored.length > 0 && rows.length > 0 && (
        <LinkButton aria-expanded={isUnfolded} mx={12} my={6} onClick={toggle}>
          <Trans>Ignored text ({formatCount(ignored.length)})</Trans>
        </LinkButton>
      )}
    </section>
  );
}
