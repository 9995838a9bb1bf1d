import Fastify, { type FastifyInstance } from 'fastify';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { arbitraryEntries, arbitraryQuantity } from '#stock/entries.arbitrary.ts';
import { later } from '#stock/calendar-date.ts';
import { fromThousandths } from '#stock/thousandths.ts';
import { arbitraryFault, caller, FaultyBackend } from '#server/lookup/faulty-backend.fake.ts';
import { lookupOf } from '#server/lookup/faulty-lookup.fixture.ts';

import { mcpRoute } from './mcp-route.ts';
import type { ToolLine } from './tool-results.ts';
import { toolClient } from './tool-client.fixture.ts';

/** The service has three more, by their IDs alone. */
const products = Array.from({ length: 15 }, (_, index) => ({
  productId: index + 1,
  name: `Cloth ${index + 1}`,
  sku: `C-${index + 1}`,
  unit: index % 3 === 0 ? null : 'm',
}));
const key = 'k'.repeat(43);

let backend: FaultyBackend;
let app: FastifyInstance;
let tools: Awaited<ReturnType<typeof toolClient>>;
beforeAll(async () => {
  app = Fastify();
  let time = 0;
  await app.register(
    mcpRoute({
      lookup: new Proxy(lookupOf(new FaultyBackend(new Map())), {
        get: (_, name) => Reflect.get(lookupOf(backend), name),
      }),
      findCalendars: () => Promise.reject(new Error('unused')),
      now: () => new Date(backend.now),
      // Each call is in a minute of its own.
      elapsed: () => (time += 60_000),
      version: '1',
      holderOf: async () => ({
        id: 'key',
        caller,
        catalogue: {
          state: () => Promise.reject(new Error('unused')),
          suggestProducts: async () => [],
          resolveProducts: async (texts) =>
            texts.map(
              (text) => products.find(({ productId, sku }) => text === String(productId) || text === sku) ?? null,
            ),
          searchProducts: async () => ({ products: [], hasMore: false }),
        },
      }),
    }),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  tools = await toolClient(port, key);
});
afterAll(async () => {
  await tools.client.close();
  await app.close();
});

const bases = {
  'in-stock': ['In stock', 'In stock: backed by stock'],
  expected: ['Expected', 'Expected: backed by stock'],
  'max-lead-time': ['Max lead time', 'Max lead time: not backed by stock'],
};

const arbitraryLines = fc.array(
  fc.record({ productId: fc.integer({ min: 1, max: 19 }), quantity: arbitraryQuantity, isSku: fc.boolean() }),
  { minLength: 1, maxLength: 12 },
);

it('text equals data equals truth, whatever fails', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        arbitraryEntries.filter((entries) => entries.length > 0),
        { maxLength: 18, size: 'max' },
      ),
      arbitraryLines,
      fc.array(fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, arbitraryFault), { maxLength: 12 }),
      fc.boolean(),
      async (calendars, requested, faults, spoilsCalendars) => {
        backend = new FaultyBackend(new Map(calendars.map((entries, index) => [index + 1, entries])));
        backend.faults = [...faults];
        backend.spoilsCalendars = spoilsCalendars;
        const lines = requested.map(({ productId, quantity, isSku }) => ({
          product: isSku ? `C-${productId}` : String(productId),
          quantity: fromThousandths(quantity),
        }));
        const isOrder = requested.length > 1;
        const { data, text, isError } = isOrder
          ? await tools.call('check_order', { lines })
          : await tools.call('check_availability', { ...lines[0] });
        expect(isError).toBe(false);
        const checked = data as {
          today: string;
          lines?: ToolLine[];
          result?: ToolLine;
          complete?: { ship_date: string };
        };
        const found = checked.lines ?? [checked.result as ToolLine];
        expect(found).toHaveLength(requested.length);

        const counted = new Map<number, number>();
        for (const [index, { productId, quantity, isSku }] of requested.entries()) {
          const line = found[index] as ToolLine;
          const isNamed = productId <= products.length || !isSku;
          const total = (counted.get(productId) ?? 0) + quantity;
          if (isNamed) counted.set(productId, total);
          const truth = backend.truth({ productId, quantity: total });
          expect(line.quantity).toBe(fromThousandths(quantity));
          if (line.ship_date === undefined) {
            expect(line).not.toHaveProperty('basis');
            if (line.status === 'Not available') expect(truth.kind).toBe('not-available');
            if (!isNamed) expect(line.status).toBe('Unknown product');
          } else {
            if (!('date' in truth)) throw new Error('A date without a true one');
            expect([line.ship_date, line.status, line.basis]).toEqual([
              later(truth.date, backend.today),
              ...bases[truth.kind],
            ]);
          }
          expect(readLine(text, isOrder ? index + 1 : null)).toEqual(figuresOf(line));
        }
        const open = found.filter((line) => line.ship_date === undefined);
        if (isOrder && open.length > 0) expect(checked).not.toHaveProperty('complete');
        else if (isOrder)
          expect(checked.complete?.ship_date).toBe(
            found
              .map((line) => line.ship_date ?? '')
              .toSorted()
              .at(-1),
          );
        // Every date of the text is one of the data, and the other way round.
        expect(datesIn(text)).toEqual(datesIn(JSON.stringify(data)));
      },
    ),
    { numRuns: 60 },
  );
});

/** The figures of a line, as data has them. */
function figuresOf({
  product,
  quantity,
  quantity_with_earlier_lines: shared,
  ship_date: date,
  basis,
  status,
}: ToolLine) {
  return { id: product?.product_id, quantity, shared, date, basis, status: date === undefined ? status : undefined };
}

/** The same figures, read from the text. */
function readLine(text: string, number: number | null) {
  const line = text.split('\n').find((each) => number === null || each.startsWith(`Line ${number}: `)) ?? '';
  const [, id, quantity, shared, date, basis, status] =
    /(?:product ID (\d+)|"[^"]*"), ([\d.e+-]+)(?: m)?(?: \(([\d.]+)(?: m)? with earlier lines of this product\))?: (?:ship date (\S+)\. ([^.]+)\.|no ship date\. ([^:]+): )/.exec(
      line,
    ) ?? [];
  return { id: numberOf(id), quantity: numberOf(quantity), shared: numberOf(shared), date, basis, status };
}

function numberOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}

function datesIn(text: string): string[] {
  return [...new Set(text.match(/\d{4}-\d\d-\d\d/g))].toSorted();
}
