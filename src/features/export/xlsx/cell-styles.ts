import type { ExportKind } from '#domain/export/export-table.ts';

/** Positions in `cellXfs` of the workbook's styles. */
export const headerStyle = 1;
export const labelStyle = 2;
export const wrappedStyle = 3;

const plainFormats = { general: 0, date: 4, whole: 5, decimal: 6, id: 7 } as const;
const theoreticalShift = 4;

/** The style of a cell: its number format, and the ground and colour of theory where it rests on the max lead time. */
export function styleOf(kind: ExportKind, cell: string | number | null, theoretical: boolean): number {
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
export const stylesXml = [
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
