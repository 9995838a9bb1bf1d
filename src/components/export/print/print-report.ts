import { isNumeric, type ExportColumn, type ExportRow } from '#domain/export/export-table.ts';
import { formatDate } from '#lib/locale-date.ts';
import { formatQuantity } from '#lib/locale-number.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import { chartPicture } from '#components/export/chart-image/chart-picture.ts';
import type { ExportableChart } from '#components/export/exportable.ts';

import classes from './print-report.module.css';

export interface Report {
  title: string;
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

/** Prints a report in place of the page; resolves once the browser's dialog has closed. */
export async function printReport(report: Report): Promise<void> {
  const element = reportElement(report);
  document.body.append(element);
  document.documentElement.setAttribute(printing, '');
  const closed = new Promise<void>((resolve) => {
    window.addEventListener('afterprint', () => resolve(), { once: true });
  });
  try {
    window.print();
    await closed;
  } finally {
    document.documentElement.removeAttribute(printing);
    element.remove();
  }
}

function reportElement({ title, columns, rows, about, chart, locale }: Report): HTMLElement {
  const report = made('article', classes['report']);
  report.append(made('h1', classes['title'], title));
  const picture = chart && chartPicture(chart, { title: null, notes: [], ground: 'white' });
  if (picture) {
    const image = new DOMParser().parseFromString(picture.svg, 'image/svg+xml').documentElement;
    const figure = made('figure', classes['chart']);
    figure.append(document.importNode(image, true));
    report.append(figure);
  }
  if (columns.length > 0) report.append(tableElement(columns, rows, about, locale));
  const facts = made('dl', classes['about']);
  for (const [label, value] of about) facts.append(made('dt', undefined, label), made('dd', undefined, value));
  report.append(facts);
  return report;
}

function tableElement(
  columns: readonly ExportColumn[],
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
    for (const [at, { kind }] of columns.entries()) {
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
