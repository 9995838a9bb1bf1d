import { median } from './median.ts';

/** Formats a number with three significant digits and thousands separators. */
export function figure(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: Math.abs(value) < 1000 ? 3 : 4 });
}

/** Prints a Markdown table, aligned for both the terminal and `bench/RESULTS.md`. */
export function printTable(title: string, header: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = header.map((name, at) => Math.max(3, name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const isNumber = header.map((_, at) => rows.some((row) => /^\d/.test(row[at] ?? '') && at > 0));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, at) => (isNumber[at] ? (cells[at] ?? '').padStart(width) : (cells[at] ?? '').padEnd(width))).join(' | ')} |`;
  const rule = widths.map((width, at) => (isNumber[at] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  console.log(['', title, '', line(header), line(rule), ...rows.map(line)].join('\n'));
}

/** Values of each contender by name; the first is ours. */
type Contenders = Readonly<Record<string, readonly number[]>>;

/** Prints the medians of all contenders, with the factor to ours. */
export function printComparison(
  title: string,
  measures: readonly (readonly [label: string, unit: string, values: Contenders])[],
): void {
  const names = [...new Set(measures.flatMap(([, , values]) => Object.keys(values)))];
  const rows = measures.map(([label, unit, values]) => {
    const [ours = Number.NaN] = Object.values(values).map(median);
    return [
      label,
      ...names.map((name, at) => {
        if (values[name] === undefined) return '';
        const value = median(values[name]);
        return `${figure(value)} ${unit}${at === 0 ? '' : ` (× ${figure(value / ours)})`}`;
      }),
    ];
  });
  printTable(title, ['Median', ...names], rows);
}
