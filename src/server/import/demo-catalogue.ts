import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';

import {
  type Words,
  buttons,
  collections,
  colours,
  fibres,
  linings,
  otherScripts,
  ribbons,
  weaves,
  yarnCounts,
  yarns,
} from './demo-words.ts';
import { seededRandom } from './seeded-random.ts';

type Named = Omit<Product, 'productId'>;

/** Every member of every family once, in an order that mixes families, words and colours. */
export function demoCatalogue(productIds: readonly ProductId[]): Product[] {
  const families = [...demoFamilies()];
  const total = families.length;
  // A step without a common divisor visits every member once, and neighbours have little in common.
  const step = coprimeStep(total);
  return productIds.map((productId, index) => ({ productId, ...(families[(index * step) % total] as Named) }));
}

function* demoFamilies(): Generator<Named> {
  const random = seededRandom(1);
  for (const [fibre, fibreName] of words(fibres))
    for (const [weave, weaveName] of words(weaves))
      for (const [colour, colourName] of words(colours)) {
        const width = random.pick([110, 140, 145, 150, 280]);
        const name = `${fibreName} ${weaveName} ${random.pick(collections)}, ${colourName}, ${width} cm`;
        if (random.chance(45)) yield { name, sku: `${fibre}${weave}-${colour}-${width}`, unit: 'm' };
      }
  for (const [kind, kindName] of words(yarns))
    for (const [count, countName] of words(yarnCounts))
      for (const [colour, colourName] of words(colours)) {
        const name = `${random.pick(Object.values(fibres))} ${kindName} ${countName}, ${colourName}`;
        yield { name, sku: `Y${kind}-${count}-${colour}`, unit: 'kg' };
      }
  yield* inSizes(ribbons, [6, 10, 15, 25, 38], 'm', (kind, colour, size) => `${kind}, ${colour}, ${size} mm`);
  yield* inSizes(linings, [90, 140], 'm', (kind, colour, size) => `${kind}, ${colour}, ${size} cm`);
  yield* inSizes(buttons, [18, 24, 32], 'pcs', (kind, colour, size) => `${kind}, ${colour}, ${size}L`);
  for (const script of otherScripts)
    for (const [fabric, fabricName] of words(script.fabrics))
      for (const [colour, colourName] of words(script.colours))
        yield { name: `${fabricName} ${colourName}`, sku: `${script.code}-${fabric}-${colour}`, unit: 'm' };
}

function* inSizes(
  kinds: Words,
  sizes: readonly number[],
  unit: string,
  name: (kind: string, colour: string, size: number) => string,
): Generator<Named> {
  for (const [kind, kindName] of words(kinds))
    for (const size of sizes)
      for (const [colour, colourName] of words(colours))
        yield { name: name(kindName, colourName, size), sku: `${kind}${size}-${colour}`, unit };
}

function words(of: Words): [code: string, name: string][] {
  return Object.entries(of);
}

function coprimeStep(total: number): number {
  let step = Math.floor(total * 0.618);
  while (greatestCommonDivisor(step, total) !== 1) step++;
  return step;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
