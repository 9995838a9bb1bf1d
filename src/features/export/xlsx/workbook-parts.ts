import { stylesXml } from './cell-styles.ts';
import { rangeOnSheet } from './sheet-xml.ts';
import { xmlText } from './xml-text.ts';

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
