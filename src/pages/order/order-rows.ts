import { t } from '@lingui/core/macro';

import type { RowEntry } from '#features/grid/grid-column.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import type { DatedAnswer } from '#domain/answer.ts';
import type { ExportColumn, ExportRow } from '#domain/export/export-table.ts';
import { statusOf } from '#domain/order/line-state.ts';
import { daysBetween, later } from '#lib/calendar-date.ts';

import { lineNotes } from './line-notes.ts';
import type { LineView } from './line-view.ts';
import { type OrderWords, statusWords } from './order-words.ts';

/** An order's columns as they are taken along: those on screen, then what a program needs to tell lines apart. */
export function exportColumns({ i18n }: Pick<OrderWords, 'i18n'>): ExportColumn[] {
  return [
    { header: t(i18n)`Product`, kind: 'code' },
    { header: t(i18n)`Name`, kind: 'text' },
    { header: t(i18n)`Quantity`, kind: 'quantity' },
    { header: t(i18n)`Unit`, kind: 'text' },
    { header: t(i18n)`Needed by`, kind: 'date' },
    { header: t(i18n)`Answer`, kind: 'date' },
    { header: t(i18n)`Status`, kind: 'text' },
    { header: t(i18n)`Days`, kind: 'count' },
    { header: t(i18n)`Note`, kind: 'text' },
    { header: t(i18n)`Product id`, kind: 'id' },
    { header: t(i18n)`SKU`, kind: 'code' },
    { header: t(i18n)`Max lead time`, kind: 'flag' },
  ];
}

const answerColumn = 5;
const statusColumn = 6;

/** A line as a row of {@link exportColumns}; a quantity that can't be read stays as it was written. */
export function exportRow({ row, derived }: RowEntry<DraftLine, LineView>, words: OrderWords): ExportRow {
  const { i18n, today } = words;
  const product = derived?.product ?? null;
  const answer = answerOf(derived);
  const status = derived ? statusWords(statusOf(derived.state), i18n) : '';
  const isTheory = answer?.kind === 'max-lead-time';
  const notes = [row.note, ...(derived ? lineNotes(row, derived, words) : [])].filter((note) => note !== '');
  return {
    cells: [
      row.product,
      product?.name ?? null,
      row.quantity ?? row.quantityText,
      product?.unit ?? (row.writtenUnit || null),
      row.neededBy,
      answer?.date ?? null,
      status,
      answer && daysBetween(today, later(answer.date, today)),
      notes.join(' · ') || null,
      row.productId,
      product?.sku ?? null,
      isTheory ? status : null,
    ],
    ...(isTheory && { theoretical: [answerColumn, statusColumn] }),
  };
}

/**
 * The date that a line may be promised for: where several lines draw on one product, that of their sum. Null where it
 * has no answer to count on.
 */
export function promisedAnswer(view: LineView | undefined): DatedAnswer | null {
  const together = view?.together;
  if (!together) return answerOf(view);
  return answerOf(view) !== null && together.state.kind === 'answered' ? together.state.answer : null;
}

function answerOf(view: LineView | undefined): DatedAnswer | null {
  return view?.state.kind === 'answered' ? view.state.answer : null;
}
