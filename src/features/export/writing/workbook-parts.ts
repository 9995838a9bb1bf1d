import type { ExportColumn, ExportKind, ExportRow } from '#domain/export/export-table.ts';
import { type CalendarDate, daysBetween } from '#lib/calendar-date.ts';
import { fromThousandths } from '#lib/thousandths.ts';

/** A sheet as the workbook names it. */
export interface NamedSheet {
  name: string;
  /** The range that its filter spans; null for a sheet without one. */
  filter: string | null;
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The file of a sheet within the workbook, counted from 1. */
export function sheetPath(number: number): string {
  return `xl/worksheets/sheet${number}.xml`;
}

/** The parts of a workbook beside its sheets: a path and a text each. */
export function workbookParts(sheets: readonly NamedSheet[]): [path: string, xml: string][] {
  const numbers = sheets.map((_, at) => at + 1);
  return [
    ['xl/workbook.xml', workbookXml(sheets)],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...numbers.map((number) => ['worksheet', `worksheets/sheet${number}.xml`] as const),
        ['styles', 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', stylesXml],
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    ['[Content_Types].xml', contentTypes(numbers)],
  ];
}

function workbookXml(sheets: readonly NamedSheet[]): string {
  const list = sheets.map(({ name }, at) => `<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  const names = sheets.flatMap(({ name, filter }, at) =>
    filter === null
      ? []
      : [
          `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${rangeOnSheet(name, filter)}</definedName>`,
          `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${xmlText(`'${name.replaceAll("'", "''")}'!$1:$1`)}</definedName>`,
        ],
  );
  return `${head}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><sheets>${list.join('')}</sheets><definedNames>${names.join('')}</definedNames></workbook>`;
}

function relations(targets: readonly (readonly [kind: string, path: string])[]): string {
  const list = targets.map(
    ([kind, path], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${kind}" Target="${path}"/>`,
  );
  return `${head}<Relationships xmlns="${packages}/relationships">${list.join('')}</Relationships>`;
}

function contentTypes(numbers: readonly number[]): string {
  return [
    `${head}<Types xmlns="${packages}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    part('xl/workbook.xml', 'sheet.main'),
    part('xl/styles.xml', 'styles'),
    ...numbers.map((number) => part(sheetPath(number), 'worksheet')),
    '</Types>',
  ].join('');
}

function part(path: string, kind: string): string {
  return `<Override PartName="/${path}" ContentType="${spreadsheet}.${kind}+xml"/>`;
}

const forbidden = /[:\\/?*[\]\u0000-\u001f]+/g;
/** A spreadsheet takes 31 characters; the rest is left for a number. */
const longestName = 24;
/** Excel keeps it for itself. */
const reserved = /^history$/i;

/** A sheet's name as a spreadsheet takes it; `fallback` where nothing of it is left. */
export function sheetName(text: string, fallback: string): string {
  const trimmed = text.replaceAll(forbidden, ' ').trim();
  const name = Array.from(trimmed)
    .slice(0, longestName)
    .join('')
    .replaceAll(/^'+|'+$/g, '')
    .trim();
  return name === '' || reserved.test(name) ? fallback : name;
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** The columns' letters: `A` to `Z`, `AA` and on. */
export function columnNames(count: number): string[] {
  return Array.from({ length: count }, (_, position) => columnName(position));
}

function columnName(position: number): string {
  const last = String.fromCodePoint(65 + (position % 26));
  return position < 26 ? last : `${columnName(Math.floor(position / 26) - 1)}${last}`;
}

/** A sheet up to its rows: header frozen, widths in characters, one page wide on paper. */
export function sheetStart(columns: readonly ExportColumn[], widths: readonly number[]): string {
  const cols = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  const names = columnNames(columns.length);
  const cells = columns.map(({ header }, at) => textCell(`${names[at]}1`, header, headerStyle));
  return [
    `${head}<worksheet ${main}><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`,
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>',
    `<sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols>`,
    `<sheetData><row r="1" ht="20" customHeight="1">${cells.join('')}</row>`,
  ].join('');
}

/** A row of the table; `number` is the sheet's own, from 2. */
export function rowXml(
  columns: readonly ExportColumn[],
  names: readonly string[],
  { cells, theoretical }: ExportRow,
  number: number,
): string {
  let xml = `<row r="${number}">`;
  for (let at = 0; at < columns.length; at += 1) {
    const kind = (columns[at] as ExportColumn).kind;
    xml += cell(`${names[at]}${number}`, kind, cells[at] ?? null, theoretical?.includes(at) ?? false);
  }
  return `${xml}</row>`;
}

/** A sheet from its rows on: the filter spans the header and `rows` of them. */
export function sheetEnd(columns: readonly ExportColumn[], rows: number): string {
  return [
    `</sheetData><autoFilter ref="${filterRange(columns, rows)}"/>`,
    '<pageMargins left="0.4" right="0.4" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>',
    '<pageSetup orientation="landscape" fitToHeight="0"/>',
    '<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter></worksheet>',
  ].join('');
}

export function filterRange(columns: readonly ExportColumn[], rows: number): string {
  return `A1:${columnName(columns.length - 1)}${rows + 1}`;
}

/** A sheet of labels and what they stand for. */
export function aboutSheet(about: readonly (readonly [label: string, value: string])[]): string {
  const rows = about.map(
    ([label, value], at) =>
      `<row r="${at + 1}">${textCell(`A${at + 1}`, label, labelStyle)}${textCell(`B${at + 1}`, value, wrappedStyle)}</row>`,
  );
  return [
    `${head}<worksheet ${main}><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetFormatPr defaultRowHeight="15"/>`,
    '<cols><col min="1" max="1" width="24" customWidth="1"/><col min="2" max="2" width="90" customWidth="1"/></cols>',
    `<sheetData>${rows.join('')}</sheetData><pageSetup orientation="landscape"/></worksheet>`,
  ].join('');
}

function cell(ref: string, kind: ExportKind, value: string | number | null, theoretical: boolean): string {
  const style = styleOf(kind, value, theoretical);
  if (value === null) return style === 0 ? '' : `<c r="${ref}" s="${style}"/>`;
  if (typeof value === 'number') {
    return `<c r="${ref}" s="${style}"><v>${kind === 'quantity' ? fromThousandths(value) : value}</v></c>`;
  }
  if (kind !== 'date') return textCell(ref, value, style);
  const serial = serialOf(value as CalendarDate);
  return serial === null ? textCell(ref, value, 0) : `<c r="${ref}" s="${style}"><v>${serial}</v></c>`;
}

function textCell(ref: string, text: string, style: number): string {
  const styled = style === 0 ? '' : ` s="${style}"`;
  return `<c r="${ref}"${styled} t="inlineStr"><is><t xml:space="preserve">${cellXml(text)}</t></is></c>`;
}

/** Before March 1900 spreadsheets disagree about what day a number is. */
const firstSafeDay: CalendarDate = '1900-03-01';

/** The day as spreadsheets count it; null where they don't agree how. */
function serialOf(date: CalendarDate): number | null {
  return date < firstSafeDay ? null : daysBetween('1899-12-30', date);
}

/** `'Order lines'!$A$1:$C$12`, as a workbook's defined names are written. */
function rangeOnSheet(sheet: string, range: string): string {
  const absolute = range.replaceAll(/([A-Z]+)(\d+)/g, '$$$1$$$2');
  return xmlText(`'${sheet.replaceAll("'", "''")}'!${absolute}`);
}

/** Positions in `cellXfs` of the workbook's styles. */
const headerStyle = 1;
const labelStyle = 2;
const wrappedStyle = 3;

const plainFormats = { general: 0, date: 4, whole: 5, decimal: 6, id: 7 } as const;
const theoreticalShift = 4;

/** The style of a cell: its number format, and the ground and colour of theory where it rests on the max lead time. */
function styleOf(kind: ExportKind, cell: string | number | null, theoretical: boolean): number {
  const format = formatOf(kind, cell);
  if (!theoretical) return format;
  return format === plainFormats.general ? 12 : format + theoreticalShift;
}

function formatOf(kind: ExportKind, cell: string | number | null): number {
  if (cell === null) return plainFormats.general;
  if (kind === 'date') return plainFormats.date;
  if (kind === 'id') return plainFormats.id;
  if (kind === 'count') return plainFormats.whole;
  if (kind !== 'quantity') return plainFormats.general;
  return typeof cell === 'number' && cell % 1000 === 0 ? plainFormats.whole : plainFormats.decimal;
}

const dateFormat = 164;
const decimalFormat = 165;
const formats = [dateFormat, 3, decimalFormat, 1];

const calibri = '<sz val="11"/><name val="Calibri"/>';
const theory = { font: 2, fill: 3 };

/** Text, header, label, wrapped text; then each number format plain and as theory; text as theory. */
const cellFormats = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment vertical="center"/></xf>',
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment vertical="top"/></xf>',
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>',
  ...formats.map((id) => numbered(id, 0, 0)),
  ...formats.map((id) => numbered(id, theory.font, theory.fill)),
  `<xf numFmtId="0" fontId="${theory.font}" fillId="${theory.fill}" borderId="0" xfId="0" applyFont="1" applyFill="1"/>`,
];

function numbered(format: number, font: number, fill: number): string {
  return `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`;
}

/** `xl/styles.xml`: the fonts, grounds and number formats of every workbook that is written here. */
const stylesXml = [
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
  `<numFmts count="2"><numFmt numFmtId="${dateFormat}" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="${decimalFormat}" formatCode="#,##0.0##"/></numFmts>`,
  `<fonts count="3"><font>${calibri}</font><font><b/>${calibri}</font>`,
  '<font><i/><sz val="11"/><color rgb="FF8F5200"/><name val="Calibri"/></font></fonts>',
  '<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFEEEEEA"/></patternFill></fill>',
  '<fill><patternFill patternType="lightUp"><fgColor rgb="FFE3C79A"/><bgColor rgb="FFFCF1DF"/></patternFill></fill></fills>',
  '<borders count="2"><border/><border><left/><right/><top/><bottom style="thin"><color rgb="FF8D919C"/></bottom></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${cellFormats.length}">${cellFormats.join('')}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  '</styleSheet>',
].join('');

const narrowest = 9;
const widest = 60;
/** What the filter's button takes of the header. */
const buttonWidth = 4;

/** Widths in characters that the header and the rows given fit into. */
export function columnWidths(columns: readonly ExportColumn[], rows: readonly ExportRow[]): number[] {
  return columns.map(({ header, kind }, at) => {
    const lengths = rows.map(({ cells }) => lengthOf(kind, cells[at] ?? null));
    const longest = Math.max(header.length + buttonWidth, ...lengths) + 1;
    return Math.min(Math.max(longest, narrowest), widest);
  });
}

function lengthOf(kind: ExportColumn['kind'], cell: string | number | null): number {
  if (cell === null) return 0;
  if (kind === 'date') return 10;
  // A quantity is written with its grouping and without its thousandths.
  return kind === 'quantity' ? Math.ceil(String(cell).length * 1.2) : String(cell).length;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML takes it, in elements and attributes; without the characters that XML 1.0 has no way to write. */
function xmlText(text: string): string {
  if (!/[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)) return text;
  return text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}

const longestCell = 32_767;

/** Text of a cell: what looks like an escape of the format's own is escaped, and no cell is longer than a spreadsheet takes. */
function cellXml(text: string): string {
  const plain = text.length > longestCell ? text.slice(0, longestCell) : text;
  const escaped = plain.includes('_x') ? plain.replaceAll(/_(?=x[\da-fA-F]{4}_)/g, '_x005F_') : plain;
  return xmlText(escaped).replaceAll('\r\n', '\n').replaceAll('\r', '_x000D_');
}
