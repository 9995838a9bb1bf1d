import { isNumeric, type ExportColumn, type ExportRow } from '#domain/export/export-table.ts';
import { formatDate } from '#lib/locale-date.ts';
import { formatQuantity } from '#lib/locale-number.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import { chartPicture } from '#features/export/chart-image/chart-picture.ts';
import type { ExportableChart } from '#features/export/exportable.ts';

import classes from './print-report.module.css';

export interface Report {
  title: string;
  /** What of it: what was asked for, and which rows. */
  subtitle: string;
  columns: readonly ExportColumn[];
  rows: readonly ExportRow[];
  /** What it is, when and from where it was taken, a label and a value each. */
  about: readonly (readonly [label: string, value: string])[];
  /** The chart that belongs above the table. */
  chart: ExportableChart | null;
  /** BCP 47: dates and numbers are written the person's way. */
  locale: string;
}

/** Attribute of the page while it is a report: the style sheet hides everything else. */
const printing = 'data-printing';

/** Whether the page is a report at the moment. */
export function isReportShown(): boolean {
  return document.documentElement.hasAttribute(printing);
}

/** Puts a report in place of the page until the browser has printed it. */
export function showReport(report: Report): Promise<void> {
  const element = reportElement(report);
  document.body.append(element);
  document.documentElement.setAttribute(printing, '');
  return new Promise((resolve) => {
    const close = () => {
      document.documentElement.removeAttribute(printing);
      element.remove();
      resolve();
    };
    window.addEventListener('afterprint', close, { once: true });
  });
}

/** Prints a report in place of the page; resolves once the browser's dialog has closed. */
export async function printReport(report: Report): Promise<void> {
  const closed = showReport(report);
  window.print();
  await closed;
}

/** More columns than this are too many for a page on end. */
const mostUpright = 8;

function reportElement({ title, subtitle, columns, rows, about, chart, locale }: Report): HTMLElement {
  const printed = columns.flatMap((column, at) => (isPrinted(column) ? [{ ...column, at }] : []));
  const report = made('article', classes['report']);
  if (printed.length > mostUpright) report.classList.add(classes['wide'] ?? '');
  report.append(made('h1', classes['title'], title));
  if (subtitle !== title) report.append(made('p', classes['subtitle'], subtitle));
  report.append(factsElement('about', about));
  const picture = chart && chartPicture(chart, { title: null, notes: [], ground: 'white' });
  if (picture) {
    const image = new DOMParser().parseFromString(picture.svg, 'image/svg+xml').documentElement;
    const figure = made('figure', classes['chart']);
    figure.append(document.importNode(image, true));
    report.append(figure);
  }
  const shared = columns.flatMap(({ header, kind, isShared }, at) => {
    const text = isShared ? cellText(kind, rows[0]?.cells[at] ?? null, locale) : '';
    return text === '' ? [] : [[header, text] as const];
  });
  if (shared.length > 0) report.append(factsElement('shared', shared));
  if (printed.length > 0) report.append(tableElement(printed, rows, about, locale));
  return report;
}

/** On paper the max lead time is told by its border and words; a column of its own is for programs. */
function isPrinted({ kind, isShared = false }: ExportColumn): boolean {
  return !isShared && kind !== 'flag';
}

function factsElement(className: 'shared' | 'about', facts: Report['about']): HTMLElement {
  const list = made('dl', classes[className]);
  for (const [label, value] of facts) list.append(made('dt', undefined, label), made('dd', undefined, value));
  return list;
}

/** A column of the table, and its place in a row. */
interface PrintedColumn extends ExportColumn {
  at: number;
}

function tableElement(
  columns: readonly PrintedColumn[],
  rows: readonly ExportRow[],
  about: Report['about'],
  locale: string,
): HTMLElement {
  const table = made('table', classes['table']);
  const head = made('tr');
  for (const { header, kind } of columns) {
    const cell = made('th', classes[alignment(kind)], header);
    cell.setAttribute('scope', 'col');
    head.append(cell);
  }
  const headGroup = made('thead');
  headGroup.append(head);
  const body = made('tbody');
  for (const row of rows) {
    const line = made('tr');
    for (const { kind, at } of columns) {
      const cell = made('td', classes[alignment(kind)], cellText(kind, row.cells[at] ?? null, locale));
      if (row.theoretical?.includes(at)) cell.classList.add(classes['theory'] ?? '');
      line.append(cell);
    }
    body.append(line);
  }
  // A footer stands on every page that the table takes.
  const source = made(
    'td',
    classes['source'],
    about
      .slice(0, 3)
      .map(([, value]) => value)
      .join(' · '),
  );
  source.setAttribute('colspan', String(columns.length));
  const foot = made('tr');
  foot.append(source);
  const footGroup = made('tfoot');
  footGroup.append(foot);
  table.append(headGroup, body, footGroup);
  return table;
}

function alignment(kind: ExportColumn['kind']): 'number' | 'unbroken' | 'words' {
  if (kind === 'date' || kind === 'code') return 'unbroken';
  return isNumeric(kind) ? 'number' : 'words';
}

function cellText(kind: ExportColumn['kind'], cell: ExportRow['cells'][number], locale: string): string {
  if (cell === null) return '';
  if (kind === 'date') return formatDate(cell as CalendarDate, locale, 'medium');
  return kind === 'quantity' ? formatQuantity(Number(cell), locale) : String(cell);
}

function made(name: string, className?: string, text?: string): HTMLElement {
  const element = document.createElement(name);
  if (className !== undefined) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}
