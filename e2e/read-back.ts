import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

import { DOMParser } from '@xmldom/xmldom';
import { strFromU8, unzipSync } from 'fflate';
import ICAL from 'ical.js';
import Papa from 'papaparse';

/** A file as the browser saved it. */
export interface SavedFile {
  name: string;
  bytes: Buffer;
}

/** The records of a CSV file, by a reader that takes no exception. */
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

/** The parts of a workbook, each checked to be XML. */
export function partsOf({ bytes }: SavedFile): Map<string, string> {
  const parts = Object.entries(unzipSync(new Uint8Array(bytes))).map(
    ([path, part]) => [path, strFromU8(part)] as const,
  );
  for (const [, xml] of parts) wellFormed(xml);
  return new Map(parts);
}

/** What stands in the cells of a workbook's first sheet by the headers of its columns: texts and numbers as written. */
export function cellsOf(file: SavedFile): Record<string, string>[] {
  const sheet = wellFormed(partsOf(file).get('xl/worksheets/sheet1.xml') ?? '');
  const [header = new Map<string, string>(), ...rows] = Array.from(
    sheet.getElementsByTagName('row'),
    (row) => new Map(Array.from(row.getElementsByTagName('c'), (cell) => [columnOf(cell), cell.textContent ?? ''])),
  );
  return rows.map((row) => Object.fromEntries([...header].map(([column, name]) => [name, row.get(column) ?? ''])));
}

function columnOf(cell: { getAttribute: (name: string) => string | null }): string {
  return cell.getAttribute('r')?.replace(/\d+$/, '') ?? '';
}

/** Days since 30 December 1899, as spreadsheets count. */
export function serialOf(date: string): string {
  return String(Date.parse(`${date}T00:00:00Z`) / 86_400_000 + 25_569);
}

const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/** The width and height of a PNG that is whole and not blank. */
export function sizeOfPng({ bytes }: SavedFile): { width: number; height: number } {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const data: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at) + 12) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(bytes.subarray(at + 8, end));
  }
  const lines = inflateSync(Buffer.concat(data));
  const lineLength = 1 + width * (channels[bytes.readUInt8(25)] ?? 0);
  if (lines.length !== height * lineLength) throw new Error('The picture is not whole');
  if (new Set(lines).size < 32) throw new Error('The picture is blank');
  return { width, height };
}

/** All that a file says, a workbook's parts each for itself. */
export function textsOf(file: SavedFile): string[] {
  return file.name.endsWith('.xlsx') ? [...partsOf(file).values()] : [file.bytes.toString('utf8')];
}

export function wellFormed(xml: string) {
  return new DOMParser({ onError: refuse }).parseFromString(xml, 'text/xml');
}

function refuse(level: string, message: string): never {
  throw new Error(`${level}: ${message}`);
}

/** The events of a calendar file. */
export function eventsOf({
  bytes,
}: SavedFile): { summary: string; start: string; isDay: boolean; description: string }[] {
  const calendar = new ICAL.Component(ICAL.parse(bytes.toString('utf8')) as unknown[]);
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { summary, startDate, description } = new ICAL.Event(component);
    return { summary, start: startDate.toString(), isDay: startDate.isDate, description };
  });
}

export const hasLibreOffice = spawnSync('soffice', ['--version'], { stdio: 'ignore' }).status === 0;

/** The sheets of a workbook as LibreOffice reads them: dates as `YYYY-MM-DD`, numbers with a point. */
export function sheetsByLibreOffice({ name, bytes }: SavedFile): Map<string, string[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'read-back-'));
  try {
    writeFileSync(join(folder, name), bytes);
    // Comma, quotes, UTF-8, every sheet in a file of its own.
    const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1';
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    execFileSync('soffice', [profile, '--headless', '--convert-to', filter, '--outdir', folder, join(folder, name)], {
      stdio: 'ignore',
      timeout: 120_000,
    });
    const stem = name.replace(/\.xlsx$/, '');
    const files = readdirSync(folder).filter((file) => file.endsWith('.csv'));
    return new Map(
      files.map((file) => [
        file.slice(stem.length + 1, -'.csv'.length),
        Papa.parse<string[]>(readFileSync(join(folder, file), 'utf8').trimEnd()).data,
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
