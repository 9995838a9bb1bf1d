import { expect, test } from 'vitest';

import { ProgressDisplay } from './progress-display.ts';

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

test('a terminal gets one line that is drawn over and never wraps', () => {
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
