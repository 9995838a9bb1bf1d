import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import type { Product } from '#stock/contract/gateway-responses.ts';

import { type FilledProse, fillProse } from './prose-products.ts';
import { readOrderList } from './read-order-list.ts';

/** A list with prose, and the lines that the person means who wrote it. */
interface ProseCase {
  habit: string;
  text: string | readonly string[];
  locale?: string;
  source?: 'paste' | 'file';
  /** Products of the catalog; by default those of `lines`. */
  catalogue?: readonly string[];
  lines: readonly (readonly [line: number, product: string, quantity: number, shipBy?: string, unit?: string])[];
}

const folder = new URL('fixtures/prose/', import.meta.url);
const cases = readdirSync(folder).flatMap(
  (file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as readonly ProseCase[],
);

/** A text with a space or without digits is a name, except `AB 123`. */
const isName = (text: string) => (/\s/.test(text) && !/^\p{L}{1,4} \d/u.test(text)) || !/\d/.test(text);

const named = (name: string): Product => ({ productId: 2_000_000_000, name, sku: null, unit: null });

function readCase({ text, locale = 'en', source = 'paste', lines, catalogue }: ProseCase, smallIds: number) {
  const written = typeof text === 'string' ? text : text.join('\n');
  const reading = readOrderList(written, { locale, source, today: '2026-11-22' });
  const texts = catalogue ?? lines.map(([, product]) => product);
  const catalog = new Map<string, Product>();
  for (let productId = 1; productId <= smallIds; productId++)
    catalog.set(String(productId), { productId, name: 'Small', sku: null, unit: null });
  for (const [at, key] of texts.filter((each) => !isName(each)).entries()) {
    const productId = /^[1-9]\d{0,8}$/.test(key) ? Number(key) : 1_000_000_000 + at;
    catalog.set(key.toLowerCase(), { productId, name: 'Any', sku: null, unit: null });
  }
  const known = { get: (key: string) => catalog.get(key) ?? null } as ReadonlyMap<string, Product | null>;
  const names = [...new Set(texts.filter(isName))];
  /** The only name whose words are all in the line. */
  const nameOf = (words: readonly string[]) => {
    const found = names.filter((name) => name.match(/\p{L}{3,}/gu)?.every((word) => words.includes(word)));
    return found.length === 1 ? found[0] : undefined;
  };
  const filled = fillProse(reading.prose, known, ({ words }) => [nameOf(words) ?? []].flat().map(named));
  return { reading, filled, nameOf, written };
}

function comparisonWith(smallIds: number) {
  const count = { lines: 0, filled: 0, otherwise: [] as string[] };
  for (const one of cases) {
    const { reading, filled, nameOf } = readCase(one, smallIds);
    const rows = new Set(reading.lines.map(({ line }) => line));
    const taken = new Set<FilledProse>();
    for (const [line, product, quantity, shipBy = '', unit = ''] of one.lines) {
      if (rows.has(line)) continue;
      count.lines += 1;
      const found =
        filled.find(({ prose, kind }) => prose.line === line && kind !== 'text') ??
        filled.find((each) => each.product === product && !taken.has(each));
      if (found === undefined) continue;
      taken.add(found);
      const read = found.kind === 'name' ? (nameOf(found.prose.words) ?? '') : found.product;
      const isOther =
        (found.kind === 'order' && read.toLowerCase() !== product.toLowerCase()) ||
        (found.quantity !== null && found.quantity !== quantity) ||
        (found.shipBy !== null && found.shipBy !== shipBy);
      if (isOther) count.otherwise.push(found.prose.text);
      const isSame = read === product && found.quantity === quantity && (found.shipBy ?? '') === shipBy;
      if (isSame && found.unit === unit) count.filled += 1;
    }
    const isExtra = (each: FilledProse) => each.kind === 'order' && each.quantity !== null && !taken.has(each);
    count.otherwise.push(...filled.filter(isExtra).map(({ prose }) => prose.text));
  }
  return count;
}

describe('prose of the corpus', () => {
  it.each(cases.map((one) => [one.habit, one] as const))('is a line to review, or skipped: %s', (_, one) => {
    const { reading, filled, written } = readCase(one, 0);
    const lines = [...reading.lines, ...reading.refused, ...reading.skipped].map(({ line }) => line);
    expect(new Set(lines).size).toBe(lines.length);
    const physical = written.split(/\r\n?|\n/);
    const filledLines = physical.flatMap((text, at) => (/[\p{L}\p{N}]/u.test(text) ? at + 1 : []));
    const starts = [...reading.lines, ...reading.refused, ...reading.skipped];
    for (const line of filledLines) expect(starts.some((each) => each.line <= line)).toBe(true);
    for (const { line } of reading.prose) expect(reading.refused.map((refused) => refused.line)).toContain(line);
    // Rows of a table beside the prose are read as before.
    const rows = new Map(one.lines.map((line) => [line[0], line]));
    for (const { line, product, quantity } of reading.lines)
      expect(rows.get(line)?.slice(1, 3)).toEqual([product, quantity]);
    // No number that isn't in the text.
    for (const { quantity } of filled)
      if (quantity !== null)
        expect(written.normalize('NFKC').replace(/\D/g, '')).toContain(String(quantity).replace(/\D/g, ''));
  });

  it('asks for the product of few lines that name none', () => {
    const asked = cases.flatMap((one) => {
      const { filled, nameOf } = readCase(one, 0);
      return filled.filter(
        ({ kind, quantity, prose }) => kind === 'name' && quantity !== null && nameOf(prose.words) === undefined,
      );
    });
    expect(asked.map(({ prose }) => prose.text.trim())).toEqual([
      'Qty: 5 m',
      'Qty: 6 m',
      '1) Velvet midnight 40 m',
      'Qty: 250 m',
      'Satin 5 m',
      '5 m Satin',
      'Total amount of all the articles in this order for the customer is 11 pieces or more',
      '11 m total',
      'Satin, blue: 5 m',
      'Satin blue.: 5 m',
      'Satin blue!: 5 m',
      'Satin blue? 5 m',
      'xsatin x: 5 m',
      'Qty: 5 m',
      'Total 5m',
      '2026-12-18 120 m hemp gauze',
      'Quantity: 5 m',
      'Quantity: 6 m',
    ]);
  });

  it.each([
    ['a catalog of its products', 0, 688, 3],
    // Any small number may then be a product.
    ['a catalog in which small numbers are IDs too', 400, 687, 15],
  ])('is filled in as meant no less often than before, with %s', (_, smallIds, least, most) => {
    const { lines, filled, otherwise } = comparisonWith(smallIds);
    const share = (part: number) => `${((part / lines) * 100).toFixed(1)} %`;
    // oxlint-disable-next-line no-console -- the figure that the rule is about
    console.info(`Prose: ${lines} lines, ${share(filled)} as meant, ${share(otherwise.length)} otherwise`);
    expect(filled).toBeGreaterThanOrEqual(least);
    expect(otherwise.length, otherwise.join('\n')).toBeLessThanOrEqual(most);
  });
});
