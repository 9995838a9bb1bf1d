import { expect, it } from 'vitest';

import { areSideBySideOrders } from './side-by-side.ts';

const orders = (count: number) => Array.from({ length: count }, (_, at) => [`AB-${at % 10}`, '5']).flat();

it.each([
  [['10001', '5', '10002', '7'], true],
  [['10001', '2.5', '10002', '1,000'], true],
  [['10001', '5 m', '10002', '7 m'], true],
  [['AB-1', '5', 'CD-2', '7'], true],
  [['AB-1', 'blue', '5', 'CD-2', 'red', '7'], true],
  [orders(10), true],
  [orders(11), false],
  [['10001', '5'], false],
  [['AB-1', '5', 'CDE-2', '7'], false],
  [['AB-1', 'CD-2'], false],
  [['10001', '10002', '10003', '10004'], false],
  [['10L', '5', '20L', '7'], false],
  [['abc', '5', 'def', '7'], false],
])('are several orders or not: %j', (cells, areSeveral) => expect(areSideBySideOrders(cells)).toBe(areSeveral));
