import { expect, test } from 'vitest';

import { describeProgress, describeReport, ProgressDisplay } from './describe-import.ts';
import type { FileReport } from './start-worker.ts';

const file: FileReport = {
  file: '/data/stock.csv',
  kind: 'stock',
  title: null,
  imported: 1_200_000,
  repeated: 0,
  rejected: 0,
  placeholders: [],
  advice: [],
  doubt: null,
  firstRejected: [],
  rejectedFile: null,
};

test('progress is one line with rows per second', () => {
  const progress = { file: '/data/stock.csv', bytesRead: 50, bytesTotal: 200, rows: 300_000 };
  expect(describeProgress(progress, 2000)).toBe(
    '██████░░░░░░░░░░░░░░░░░░  25 %  300,000 rows  150,000 rows/s  stock.csv',
  );
  expect(describeProgress({ ...progress, bytesRead: 9, bytesTotal: 0, rows: 0 }, 0)).toMatch(/100 % {2}0 rows/);
});

test('a report includes the imported rows, their rate, and the removal of demo data', () => {
  expect(describeReport({ files: [file], committed: true, removedDemoData: true }, 6000)).toBe(
    `/data/stock.csv: 1,200,000 rows read, 0 rejected.
Imported 1,200,000 rows in 6.0 s (200,000 rows/s). The demo data was removed. A running Stock Horizon uses them now.`,
  );
});

test('a report lists rejected rows and what to do', () => {
  const withRejected = {
    ...file,
    imported: 10,
    rejected: 22,
    firstRejected: [{ line: 3, reason: 'stockDate is missing', text: `"1\n2",${'x'.repeat(200)}` }],
    rejectedFile: '/data/stock.csv.refused.csv',
  };
  const text = describeReport({ files: [withRejected], committed: false, removedDemoData: false }, 10);
  expect(text.split('\n')).toEqual([
    '/data/stock.csv: 10 rows read, 22 rejected.',
    `  line 3: stockDate is missing  |  "1 2",${'x'.repeat(94)}...`,
    '  and 21 more',
    '  All rejected rows with reasons: /data/stock.csv.refused.csv',
    'Nothing was imported: more than 1 % of the rows of a file were rejected. Correct them, or import the others with --keep-going.',
  ]);
  const unlisted = describeReport(
    { files: [{ ...withRejected, rejectedFile: null }], committed: true, removedDemoData: false },
    10,
  );
  expect(unlisted).toMatch(/Couldn't write the list/);
});

test('a report states if all rows were rejected', () => {
  const none = { ...file, imported: 0, rejected: 5 };
  expect(describeReport({ files: [none], committed: false, removedDemoData: false }, 10)).toMatch(
    /all rows were rejected/,
  );
});

const progress = { file: 'stock.csv', bytesRead: 1, bytesTotal: 2, rows: 10 };

function display(screen: { isTTY?: boolean; columns?: number }) {
  const written: string[] = [];
  let now = 0;
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  const shown = new ProgressDisplay({ ...screen, write }, () => now);
  const showAt = (milliseconds: number) => {
    now = milliseconds;
    shown.show(progress);
  };
  return { shown, showAt, written };
}

test('a terminal gets one line that is redrawn and never wraps', () => {
  const { shown, showAt, written } = display({ isTTY: true, columns: 30 });
  showAt(100);
  shown.clear();
  expect(written[0]).toMatch(/^\r\u001b\[K█{12}░{12} {2}50/);
  expect(written[0]?.length).toBe(4 + 29);
  expect(written[1]).toBe('\r\u001b[K');
});

test('a log gets a line every five seconds', () => {
  const { shown, showAt, written } = display({});
  for (const time of [100, 4999, 5000, 5100, 9999, 10_000]) showAt(time);
  shown.clear();
  expect(written).toHaveLength(2);
  expect(written[0]).toMatch(/50 % {2}10 rows {2}2 rows\/s {2}stock\.csv\n$/);
});
