import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inflateSync } from 'node:zlib';

import { chromium } from '@playwright/test';
import { DOMParser } from '@xmldom/xmldom';
import { strFromU8, unzipSync } from 'fflate';
import ICAL from 'ical.js';
import Papa from 'papaparse';

/** A file saved by the browser. */
export interface SavedFile {
  name: string;
  bytes: Buffer;
}

/** Parses the records of a CSV file. Throws if it has no byte order mark, or on any parse error. */
export function recordsOf({ bytes }: SavedFile, separator = ','): Record<string, string>[] {
  const text = bytes.toString('utf8');
  if (!text.startsWith('\ufeff')) throw new Error('The file has no byte order mark');
  const { data, errors } = Papa.parse<Record<string, string>>(text.slice(1), {
    header: true,
    delimiter: separator,
    newline: '\r\n',
    skipEmptyLines: 'greedy',
  });
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return data;
}

/** Returns a workbook's parts by path. Throws if one is not well-formed XML. */
export function partsOf({ bytes }: SavedFile): Map<string, string> {
  const parts = Object.entries(unzipSync(new Uint8Array(bytes))).map(
    ([path, part]) => [path, strFromU8(part)] as const,
  );
  for (const [, xml] of parts) parseXml(xml);
  return new Map(parts);
}

/** Returns the rows of a workbook's table keyed by column header, texts and numbers as stored. */
export function cellsOf(file: SavedFile): Record<string, string>[] {
  // A summary sheet may come first; it has no filter.
  const table = [...partsOf(file).values()].find((part) => part.includes('<autoFilter '));
  const sheet = parseXml(table ?? '');
  const [header = new Map<string, string>(), ...rows] = Array.from(
    sheet.getElementsByTagName('row'),
    (row) => new Map(Array.from(row.getElementsByTagName('c'), (cell) => [columnOf(cell), cell.textContent ?? ''])),
  );
  return rows.map((row) => Object.fromEntries([...header].map(([column, name]) => [name, row.get(column) ?? ''])));
}

function columnOf(cell: { getAttribute: (name: string) => string | null }): string {
  return cell.getAttribute('r')?.replace(/\d+$/, '') ?? '';
}

/** Converts a date to a spreadsheet's serial number: days since December 30, 1899. */
export function serialOf(date: string): string {
  return String(Date.parse(`${date}T00:00:00Z`) / 86_400_000 + 25_569);
}

/** Returns the scanlines of a PNG, each preceded by its filter type byte. */
function linesOfPng(bytes: Buffer): Buffer {
  const data: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at) + 12) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(bytes.subarray(at + 8, end));
  }
  return inflateSync(Buffer.concat(data));
}

const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/** Returns the size of a PNG in pixels. Throws if the picture is incomplete or blank. */
export function sizeOfPng({ bytes }: SavedFile): { width: number; height: number } {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const lines = linesOfPng(bytes);
  const lineLength = 1 + width * (channels[bytes.readUInt8(25)] ?? 0);
  if (lines.length !== height * lineLength) throw new Error('The picture is not whole');
  if (new Set(lines).size < 32) throw new Error('The picture is blank');
  return { width, height };
}

export const hasLibrsvg = pathOf('rsvg-convert') !== undefined;

/** Renders an SVG file with librsvg, which office programs use as well. */
export function pngByLibrsvg({ bytes }: SavedFile, zoom: number): SavedFile {
  const drawn = execFileSync('rsvg-convert', ['--format=png', `--zoom=${zoom}`], { input: bytes, maxBuffer: 2 ** 27 });
  return { name: 'librsvg.png', bytes: drawn };
}

/** Returns the average red, green and blue of each tile of a PNG, split into `across` × `across` tiles. */
export function tilesOfPng(file: SavedFile, across: number): number[][] {
  const { width, height, step, rows } = pixelsOf(file);
  return Array.from({ length: across * across }, (_, tile) => {
    const [left, right] = [0, 1].map((side) => Math.floor(((tile % across) + side) * (width / across)));
    const [top, bottom] = [0, 1].map((side) => Math.floor((Math.floor(tile / across) + side) * (height / across)));
    const sums = [0, 0, 0];
    for (const row of rows.slice(top, bottom))
      for (let x = left ?? 0; x < (right ?? 0); x += 1)
        for (const part of sums.keys()) sums[part] = (sums[part] ?? 0) + (row[x * step + part] ?? 0);
    const count = Math.max(1, ((right ?? 0) - (left ?? 0)) * ((bottom ?? 0) - (top ?? 0)));
    return sums.map((sum) => sum / count);
  });
}

/** Decodes the pixel rows of a PNG by reversing its filters (§9 of the PNG specification). */
function pixelsOf({ bytes }: SavedFile): { width: number; height: number; step: number; rows: Uint8Array[] } {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const step = channels[bytes.readUInt8(25)] ?? 0;
  const lines = linesOfPng(bytes);
  const rows: Uint8Array[] = [];
  for (let y = 0; y < height; y += 1) {
    const start = y * (1 + width * step);
    const row = new Uint8Array(lines.subarray(start + 1, start + 1 + width * step));
    const above = rows.at(-1);
    const filter = lines[start];
    for (let at = 0; at < row.length; at += 1) {
      const left = row[at - step] ?? 0;
      const up = above?.[at] ?? 0;
      const corner = (at < step ? 0 : above?.[at - step]) ?? 0;
      let predicted = 0;
      if (filter === 1) predicted = left;
      else if (filter === 2) predicted = up;
      else if (filter === 3) predicted = (left + up) >> 1;
      else if (filter === 4) predicted = nearestTo(left + up - corner, left, up, corner);
      row[at] = (row[at] ?? 0) + predicted;
    }
    rows.push(row);
  }
  return { width, height, step, rows };
}

function nearestTo(value: number, left: number, up: number, corner: number): number {
  const [fromLeft, fromUp, fromCorner] = [Math.abs(value - left), Math.abs(value - up), Math.abs(value - corner)];
  if (fromLeft <= fromUp && fromLeft <= fromCorner) return left;
  return fromUp <= fromCorner ? up : corner;
}

export const hasPoppler = pathOf('pdftotext') !== undefined;

/** Extracts a PDF's pages as laid-out text, and the page size, with poppler. */
export function pagesOfPdf(bytes: Buffer): { pages: string[]; size: string } {
  const words = execFileSync('pdftotext', ['-layout', '-', '-'], {
    input: bytes,
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
  });
  const info = execFileSync('pdfinfo', ['-'], { input: bytes, encoding: 'utf8' });
  const pages = words.split('\f').slice(0, -1);
  if (Number(/^Pages:\s+(\d+)/m.exec(info)?.[1]) !== pages.length) throw new Error(info);
  return { pages, size: /^Page size:\s+(.+)/m.exec(info)?.[1] ?? '' };
}

function pathOf(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, program)).find(isFile);
}

function isFile(path: string | undefined): path is string {
  return path !== undefined && existsSync(path);
}

/** Returns a file's text, or one text per part of a workbook. */
export function textsOf(file: SavedFile): string[] {
  return file.name.endsWith('.xlsx') ? [...partsOf(file).values()] : [file.bytes.toString('utf8')];
}

export function parseXml(xml: string) {
  return new DOMParser({ onError: refuse }).parseFromString(xml, 'text/xml');
}

function refuse(level: string, message: string): never {
  throw new Error(`${level}: ${message}`);
}

/** Parses the events of a calendar file. */
export function eventsOf({
  bytes,
}: SavedFile): { summary: string; start: string; isDay: boolean; description: string }[] {
  const calendar = new ICAL.Component(ICAL.parse(bytes.toString('utf8')) as unknown[]);
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { summary, startDate, description } = new ICAL.Event(component);
    return { summary, start: startDate.toString(), isDay: startDate.isDate, description };
  });
}

export const hasLibreOffice = pathOf('soffice') !== undefined;

/** Path of a headed Chromium. Undefined unless LibreOffice, Xvfb and xdotool are installed too. */
export const desktopChromium =
  hasLibreOffice && pathOf('Xvfb') && pathOf('xdotool')
    ? [pathOf('chromium'), chromium.executablePath()].find(isFile)
    : undefined;

/** Starts a virtual display with its own clipboard. */
export async function openDisplay(): Promise<{ name: string; close: () => void }> {
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']);
  const [number] = (await once(server.stdout, 'data')) as [Buffer];
  return { name: `:${number.toString().trim()}`, close: () => server.kill() };
}

/** A cell as LibreOffice interprets it. */
export interface OfficeCell {
  /** `float`, `date`, `string`, or `formula` if the cell would be calculated. */
  type: string;
  value: string;
}

/** Pastes a display's clipboard into LibreOffice Calc, and returns the rows of cells that it saves. */
export async function pasteIntoLibreOffice(display: string, locale: string): Promise<OfficeCell[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'paste-'));
  const target = join(folder, 'pasted.fods');
  const macros = join(folder, 'profile', 'user', 'basic', 'Standard');
  const openOffice = 'xmlns:library="http://openoffice.org/2000/library"';
  const script = 'xmlns:script="http://openoffice.org/2000/script"';
  const save = `
    Sub Main
      document = StarDesktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, Array())
      dispatcher = createUnoService("com.sun.star.frame.DispatchHelper")
      dispatcher.executeDispatch(document.CurrentController.Frame, ".uno:Paste", "", 0, Array())
      Dim filter(0) As New com.sun.star.beans.PropertyValue
      filter(0).Name = "FilterName"
      filter(0).Value = "OpenDocument Spreadsheet Flat XML"
      document.storeToURL("${pathToFileURL(target).href}", filter())
      document.close(True)
      StarDesktop.terminate()
    End Sub`.replaceAll('"', '&quot;');
  const files = {
    'script.xlb': `<library:library ${openOffice} library:name="Standard"><library:element library:name="Paste"/></library:library>`,
    'Paste.xba': `<script:module ${script} script:name="Paste" script:language="StarBasic">${save}</script:module>`,
    '../script.xlc': `<library:libraries ${openOffice} xmlns:xlink="http://www.w3.org/1999/xlink"><library:library library:name="Standard" xlink:href="$(USER)/basic/Standard/script.xlb/" xlink:type="simple" library:link="false"/></library:libraries>`,
    // Marks the setup as completed: otherwise the first start would replace the macros.
    '../../registrymodifications.xcu': `<oor:items xmlns:oor="http://openoffice.org/2001/registry">${setting('Office', 'ooSetupInstCompleted', 'true')}${setting('L10N', 'ooSetupSystemLocale', locale)}</oor:items>`,
  };
  try {
    mkdirSync(macros, { recursive: true });
    for (const [path, content] of Object.entries(files))
      writeFileSync(join(macros, path), `<?xml version="1.0" encoding="UTF-8"?>${content}`);
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    const env = { ...process.env, DISPLAY: display, LC_ALL: 'C.UTF-8' };
    const office = spawn('soffice', [profile, '--norestore', '--nologo', 'macro:///Standard.Paste.Main'], { env });
    // Confirms the import dialog for a pasted table with Enter.
    const dialog = ['search', '--sync', '--onlyvisible', '--name', 'Import Options'];
    const confirmation = spawn('xdotool', [...dialog, 'windowfocus', 'key', 'Return'], { env });
    await once(office, 'exit');
    confirmation.kill();
    const rows = parseXml(readFileSync(target, 'utf8')).getElementsByTagName('table:table-row');
    return Array.from(rows, (row) => Array.from(row.getElementsByTagName('table:table-cell')).flatMap(officeCells));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function setting(group: string, name: string, value: string): string {
  return `<item oor:path="/org.openoffice.Setup/${group}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;
}

function officeCells(cell: ReturnType<typeof parseXml>['documentElement'] & object): OfficeCell[] {
  const type = cell.getAttribute('table:formula') === null ? cell.getAttribute('office:value-type') : 'formula';
  const lines = Array.from(cell.getElementsByTagName('text:p'), (line) => line.textContent);
  const value = cell.getAttribute('office:value') ?? cell.getAttribute('office:date-value') ?? lines.join('\n');
  // Empty cells up to the edge of the sheet are stored as one repeated cell.
  const repeated = Number(cell.getAttribute('table:number-columns-repeated') ?? 1);
  return Array.from({ length: repeated > 1000 ? 0 : repeated }, () => ({ type: type ?? '', value }));
}

/**
 * Returns a workbook's sheets by name, read by LibreOffice: dates as `YYYY-MM-DD`, numbers with a decimal point.
 * @param asShown whether to apply the cells' number formats
 */
export function sheetsByLibreOffice(
  workbook: SavedFile,
  { asShown = false }: { asShown?: boolean } = {},
): Map<string, string[][]> {
  // Comma-separated, double quotes, UTF-8, one file per sheet.
  const files = convertFile(
    workbook,
    `csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,${asShown},false,false,-1`,
  );
  const stem = workbook.name.replace(/\.\w+$/, '');
  return new Map(
    Array.from(files, ([file, bytes]) => [
      file.slice(stem.length + 1, -'.csv'.length),
      Papa.parse<string[]>(bytes.toString('utf8').trimEnd()).data,
    ]),
  );
}

/** Prints a workbook to PDF with LibreOffice. */
export function pdfByLibreOffice(workbook: SavedFile): Buffer {
  return [...convertFile(workbook, 'pdf').values()][0] ?? Buffer.alloc(0);
}

/** Converts a file with LibreOffice, and returns the resulting files by name. */
function convertFile({ name, bytes }: SavedFile, format: string): Map<string, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'saved-files-'));
  try {
    writeFileSync(join(folder, name), bytes);
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    const conversion = ['--headless', '--convert-to', format, '--outdir', folder, join(folder, name)];
    execFileSync('soffice', [profile, ...conversion], { stdio: 'ignore', timeout: 120_000 });
    const made = readdirSync(folder).filter((file) => file !== 'profile' && file !== name);
    return new Map(made.map((file) => [file, readFileSync(join(folder, file))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
