import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffectEvent, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

import {
  type ExportCell,
  type ExportColumn,
  type ExportExtent,
  type ExportRow,
  type ExportSource,
  isDate,
  isNumeric,
  type LabeledValue,
} from '#stock/export/export-table.ts';
import { drawCharts } from '#parts/chart/lazy-stock-chart.tsx';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { formatDate } from '#stock/locale-date.ts';
import { formatCount, formatQuantity } from '#stock/locale-number.ts';
import { useLocale } from '#ui/locale.tsx';

import { aboutLines, momentWords, useExportSource } from './about-lines.ts';
import { chartPicture, type Picture } from '#parts/export/chart-image/chart-picture.ts';
import type { TextWords } from './customer-table.ts';
import type { Exportable, ExportableChart, ExportableTable } from './exportable.ts';
import classes from './print-report.module.css';

interface Report extends TextWords {
  table: Pick<ExportableTable, 'name' | 'title' | 'columns' | 'rows' | 'summary' | 'headline' | 'further'>;
  rows: readonly ExportRow[];
  extent: ExportExtent;
  source: ExportSource;
  /** Chart above the table. */
  chart: ExportableChart | undefined;
}

/** Attribute of the page while a report is shown; the style sheet then hides everything else. */
const printing = 'data-printing';

/** Shows a report instead of the page until the browser has printed it. */
function showReport(report: Report): Promise<void> {
  const page = document.createElement('article');
  const root = createRoot(page);
  const { chart } = report;
  const picture =
    (chart && chartPicture(chart, { title: chart.part ?? null, notes: [], ground: 'white', size: 'screen' })) ?? null;
  flushSync(() =>
    root.render(report.table.further ? <TablesPage report={report} /> : <ReportPage {...{ report, picture }} />),
  );
  const isWide = !report.table.further && printedColumns(report).length > maxPortraitColumns;
  page.className = [classes['report'], isWide && classes['wide']].filter(Boolean).join(' ');
  document.body.append(page);
  document.documentElement.setAttribute(printing, '');
  return new Promise((resolve) => {
    const close = () => {
      document.documentElement.removeAttribute(printing);
      root.unmount();
      page.remove();
      resolve();
    };
    window.addEventListener('afterprint', close, { once: true });
  });
}

/** Prints a report; resolves once the browser's print dialog is closed. */
export async function printReport(report: Report): Promise<void> {
  await drawCharts();
  const closed = showReport(report);
  window.print();
  await closed;
}

/** Makes the browser's own Print (Ctrl+P) print the report, with the rows available without a request. */
export function PrintOnDemand({ exportable }: { exportable: Exportable }) {
  const { chart, filter, retrievedAt } = exportable;
  const table = exportable.table.onPaper ?? exportable.table;
  const { i18n, t } = useLingui();
  const { locale } = useLocale();
  const sourceOf = useExportSource();

  const show = useEffectEvent(() => {
    const isShown = document.documentElement.hasAttribute(printing);
    const scope = table.rows.find(({ rowsNow }) => rowsNow !== undefined);
    if (isShown || !scope?.rowsNow) return;
    void drawCharts().catch(() => undefined);
    const rows = scope.rowsNow();
    const shown = [filter, scope.filter].filter(Boolean).join(', ');
    const unknown = { retrieved: '', service: t`Unknown`, isDemo: false, market: '', filter: shown };
    const source = sourceOf?.(retrievedAt, shown) ?? unknown;
    const extent = { rows: rows.length, expected: rows.length, missing: [], total: scope.total };
    void showReport({ table, rows, extent, source, chart, i18n, locale });
  });

  // A layout effect, so that the listener exists before the screen is painted and the screen is never printed itself.
  useLayoutEffect(() => {
    window.addEventListener('beforeprint', show);
    return () => window.removeEventListener('beforeprint', show);
  }, []);

  return null;
}

/** Maximum number of columns in portrait orientation. */
const maxPortraitColumns = 8;

/** Maximum height above the table, in CSS pixels: a taller picture would leave the title alone on the first page. */
const maxHeightAtTop = 600;

function ReportPage({ report, picture }: { report: Report; picture: Picture | null }) {
  const { table, rows, extent, source, i18n, locale } = report;
  const about = aboutLines(i18n, locale, source, extent);
  const columns = printedColumns(report);
  const shared = table.columns.flatMap((column, at): LabeledValue[] => {
    const [cell = null] = isInSummary(column, at, rows) ? cellsIn(rows, at) : [];
    return cell === null ? [] : [[column.header, cellWords(column, cell, report)]];
  });
  const title = table.title ?? table.name;
  const isTall = picture !== null && picture.height > maxHeightAtTop;
  const figure = picture && <figure data-tall={isTall} ref={(place) => place?.replaceChildren(picture.element)} />;
  return (
    <>
      <h1>{title}</h1>
      {!title.endsWith(source.filter) && <p>{source.filter}</p>}
      {table.headline && <h2>{table.headline()}</h2>}
      <Facts facts={[...(table.summary?.() ?? []), ...shared]} />
      {/* The filter is already beneath the title, and the source is in the footer. */}
      <Facts facts={about.slice(sourceLines).filter(([, value]) => value !== source.filter)} isSmall />
      {!isTall && figure}
      <ReportTable
        {...{ report, columns }}
        footer={[
          i18n._(msg`Retrieved ${momentWords(source.retrieved, locale)}`),
          ...(source.isDemo ? [i18n._(msg`Stock Horizon (demo data)`)] : []),
          source.market,
        ]}
      />
      {isTall && figure}
    </>
  );
}

/** Lines about a table that say where it is from: retrieval time, service and market. */
const sourceLines = 3;

/** A report of several tables, to be handed out: figures side by side, the tables, and what their dates mean. */
function TablesPage({ report }: { report: Report }) {
  const { table, extent, source, i18n, locale } = report;
  const { filter, isDemo, retrieved, market } = source;
  const parts = [table, ...(table.further ?? [])];
  const hasMaxLeadTime = parts.some(({ rows: [scope] }) => scope?.rowsNow?.().some((row) => row.maxLeadTimeCells));
  const origin = [filter, isDemo && i18n._(msg`Demo data`), momentWords(retrieved, locale), market];
  return (
    <>
      <h1>{table.title}</h1>
      <p>{origin.filter(Boolean).join(' · ')}</p>
      <Facts facts={table.summary?.() ?? []} areFigures />
      {parts.map((part) => (
        <NamedTable key={part.name} report={{ ...report, table: part }} />
      ))}
      <Facts facts={aboutLines(i18n, locale, source, extent).slice(-2, hasMaxLeadTime ? undefined : -1)} isSmall />
    </>
  );
}

/** A table of a report below its name, with the rows at hand; of only some rows, with their number. */
function NamedTable({ report }: { report: Report }) {
  const { table, i18n, locale } = report;
  const [scope] = table.rows;
  const part = { ...report, rows: scope?.rowsNow?.() ?? [] };
  if (part.rows.length === 0) return null;
  const rows = formatCount(part.rows.length, locale);
  const total = formatCount(scope?.total ?? part.rows.length, locale);
  return (
    <section>
      <h2>
        {table.name}
        {rows !== total && ` (${i18n._(msg`${rows} of ${total}`)})`}
      </h2>
      <ReportTable report={part} columns={printedColumns(part)} />
    </section>
  );
}

interface ReportTableProps {
  report: Report;
  columns: readonly PrintedColumn[];
  /** Repeated on every page of a table that is alone: retrieval time and market. */
  footer?: readonly string[] | undefined;
}

function ReportTable({ report, columns, footer }: ReportTableProps) {
  return (
    <table>
      <thead>
        <tr>
          {columns.map(({ header, className, at }) => (
            <th key={at} scope="col" className={className}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {report.rows.map(({ cells, maxLeadTimeCells }, number) => (
          // eslint-disable-next-line react/no-array-index-key -- rows have no other unique key
          <tr key={number}>
            {columns.map((column) => (
              <td
                key={column.at}
                className={column.className}
                data-max-lead-time={maxLeadTimeCells?.includes(column.at) || undefined}
              >
                {cellWords(column, cells[column.at] ?? null, report)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {footer && (
        <tfoot>
          <tr>
            <td colSpan={columns.length}>{footer.join(' · ')}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

interface FactsProps {
  facts: readonly LabeledValue[];
  isSmall?: boolean;
  /** Whether they stand side by side. */
  areFigures?: boolean;
}

/** Maximum number of figures side by side. */
const maxInRow = 6;

function Facts({ facts, isSmall, areFigures }: FactsProps) {
  if (facts.length === 0) return null;
  // No row of a single figure below full ones.
  const inRow = Math.ceil(facts.length / Math.ceil(facts.length / maxInRow));
  return (
    <dl
      data-small={isSmall}
      data-figures={areFigures}
      style={areFigures ? { gridTemplateColumns: `repeat(${inRow}, 1fr)` } : {}}
    >
      {facts.map(([label, value, detail]) => (
        <div key={`${label} ${value}`}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {detail && <dd data-detail>{detail}</dd>}
        </div>
      ))}
    </dl>
  );
}

interface PrintedColumn extends ExportColumn {
  /** Index in a row. */
  at: number;
  className: string | undefined;
}

/** Columns to print: no flags, since a border and text mark the max lead time, and no empty columns. */
function printedColumns({ table, rows }: Pick<Report, 'table' | 'rows'>): PrintedColumn[] {
  return table.columns.flatMap((column, at) => {
    const isEmpty = rows.length > 0 && rows.every(({ cells }) => (cells[at] ?? '') === '');
    const isLeftOut = isEmpty || isInSummary(column, at, rows) || column.isFileOnly || column.kind === 'flag';
    return isLeftOut ? [] : [{ ...column, at, className: classOf(column, at, rows) }];
  });
}

/** Text lengths in characters: columns up to `shortWords` don't wrap, those above `longWords` may break anywhere. */
const shortWords = 20;
const longWords = 30;

function classOf({ kind }: ExportColumn, at: number, rows: readonly ExportRow[]): string | undefined {
  if (isDate(kind)) return classes['unbroken'];
  if (isNumeric(kind)) return classes['number'];
  const longest = rows.reduce((most, { cells }) => Math.max(most, String(cells[at] ?? '').length), 0);
  if (longest <= shortWords) return classes['unbroken'];
  return longest > longWords ? classes['long'] : undefined;
}

function isInSummary({ isShared }: ExportColumn, at: number, rows: readonly ExportRow[]): boolean {
  return isShared === 'if-alike' ? cellsIn(rows, at).size === 1 : isShared === true;
}

function cellsIn(rows: readonly ExportRow[], at: number): Set<ExportCell> {
  return new Set(rows.flatMap(({ cells }) => cells[at] ?? []));
}

/** Formats a cell for display. */
export function cellWords({ kind }: ExportColumn, cell: ExportCell, { locale }: Pick<TextWords, 'locale'>): string {
  if (cell === null) return '';
  if (isDate(kind)) return formatDate(cell as CalendarDate, locale, 'medium');
  if (typeof cell !== 'number' || kind === 'id' || kind === 'code') return String(cell);
  return kind === 'quantity' ? formatQuantity(cell, locale) : formatCount(cell, locale);
}
