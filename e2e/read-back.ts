import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
