import type { Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';

import { seededRandom } from './demo-calendar.ts';

/** Words of the demo catalog, by the codes used in SKUs. */
export type Words = Readonly<Record<string, string>>;

/** Parses `AL Alpaca, BM Bamboo` into words by code. */
function named(text: string): Words {
  const parts = text.replaceAll(/\s+/g, ' ').split(', ');
  return Object.fromEntries(parts.map((each) => [each.slice(0, 2), each.slice(3)]));
}

export const fibers =
  named(`AL Alpaca, BM Bamboo, CA Cashmere, CO Cotton, HE Hemp, LN Linen, LY Lyocell, ME Merino, MO Mohair, RA Ramie,
  SE Silk, VI Viscose, WO Wool`);

export const weaves =
  named(`BC bouclé, CD chambray, CH challis, CR crêpe, DA damask, DV dévoré, FL flannel, GA gauze, HB herringbone, JQ
  jacquard, MO moiré, PQ piqué, PO poplin, SA sateen, TW twill, VE velvet, VO voile`);

/** Fictional collection names. */
export const collections: readonly string[] =
  `Aldemar Brisolle Calvenna Dorwyn Elmsvik Farrowen Galdora Hestrand Ilvaria Jorvelle Kestrane Lumière
  Marenza Norvane Ondrelle Pélisane Quillon Rosmaren Søholt Tavira`.split(/\s+/);

export const colors =
  named(`AM amber, AQ aquamarine, BK jet black, BO bordeaux, CE céladon, CF café, CH chalk, CM crème, CO coral, DN
  dune, EC écru, FO forest, GR graphite, HE heather, IN indigo, IV ivory, LA lavender, LI lichen, MA marigold,
  MI midnight blue, MU mulberry, OL olive, OP opal, PE pearl grey, PO poppy red, RO rosé, RU rust, SA sage, SG
  sea green, SK sky blue, TE terracotta, WH optical white`);

const yarns = named('BO bouclé yarn, CH chenille yarn, KN knitting yarn, SL slub yarn, TW weaving yarn');
const yarnCounts: Words = { 14: 'Nm 1/14', 22: 'Nm 2/22', 28: 'Nm 2/28', 48: 'Nm 2/48', 60: 'Nm 2/60' };

const ribbons =
  named(`GG Grosgrain ribbon, JQ Jacquard ribbon, OG Organza ribbon, PE Petersham ribbon, SA Satin ribbon, VE Velvet
  ribbon`);

const linings = named(
  'AC Acetate lining, CU Cupro lining, QU Quilted lining, SL Sleeve lining, ST Stretch lining, VI Viscose lining',
);

const buttons =
  named(`CZ Corozo button, HN Horn button, MP Mother-of-pearl button, OW Olive wood button, RS Resin button, ZM Zamak
  button`);

/** Fabrics and colors in other scripts, as buyers in those markets write them. */
const otherScripts: readonly { code: string; fabrics: Words; colors: Words }[] = [
  {
    code: 'HE',
    fabrics: { CO: 'בד כותנה', LN: 'בד פשתן', SE: 'בד משי', WO: 'בד צמר', VE: 'קטיפה' },
    colors: { BL: 'כחול ים', GR: 'ירוק זית', RD: 'אדום יין', WH: 'לבן שנהב', BK: 'שחור' },
  },
  {
    code: 'AR',
    fabrics: { CO: 'قماش قطن', LN: 'قماش كتان', SE: 'قماش حرير', WO: 'قماش صوف', VE: 'مخمل' },
    colors: { BL: 'أزرق بحري', GR: 'أخضر زيتوني', RD: 'أحمر عنابي', WH: 'أبيض عاجي', BK: 'أسود' },
  },
  {
    code: 'JA',
    fabrics: { CO: '綿サテン', LN: '麻ツイル', SE: '正絹ちりめん', WO: 'ウールフラノ', VE: 'ビロード' },
    colors: { BL: '藍色', GR: '若草色', RD: '茜色', WH: '生成り', BK: '墨色' },
  },
];

type Named = Omit<Product, 'productId'>;

/** Returns members of all families, each at most once, in an order that mixes families, words and colors. */
export function demoCatalog(productIds: readonly ProductId[]): Product[] {
  const families = [...demoFamilies()];
  const total = families.length;
  // A step coprime to the total visits every member once, and neighbors have little in common.
  const step = coprimeStep(total);
  return productIds.map((productId, index) => ({ productId, ...(families[(index * step) % total] as Named) }));
}

function* demoFamilies(): Generator<Named> {
  const random = seededRandom(1);
  for (const [fiber, fiberName] of words(fibers))
    for (const [weave, weaveName] of words(weaves))
      for (const [color, colorName] of words(colors)) {
        const width = random.pick([110, 140, 145, 150, 280]);
        const name = `${fiberName} ${weaveName} ${random.pick(collections)}, ${colorName}, ${width} cm`;
        if (random.chance(45)) yield { name, sku: `${fiber}${weave}-${color}-${width}`, unit: 'm' };
      }
  for (const [kind, kindName] of words(yarns))
    for (const [count, countName] of words(yarnCounts))
      for (const [color, colorName] of words(colors)) {
        const name = `${random.pick(Object.values(fibers))} ${kindName} ${countName}, ${colorName}`;
        yield { name, sku: `Y${kind}-${count}-${color}`, unit: 'kg' };
      }
  yield* inSizes(ribbons, [6, 10, 15, 25, 38], 'm', (kind, color, size) => `${kind}, ${color}, ${size} mm`);
  yield* inSizes(linings, [90, 140], 'm', (kind, color, size) => `${kind}, ${color}, ${size} cm`);
  yield* inSizes(buttons, [18, 24, 32], 'pcs', (kind, color, size) => `${kind}, ${color}, ${size}L`);
  for (const script of otherScripts)
    for (const [fabric, fabricName] of words(script.fabrics))
      for (const [color, colorName] of words(script.colors))
        yield { name: `${fabricName} ${colorName}`, sku: `${script.code}-${fabric}-${color}`, unit: 'm' };
}

function* inSizes(
  kinds: Words,
  sizes: readonly number[],
  unit: string,
  name: (kind: string, color: string, size: number) => string,
): Generator<Named> {
  for (const [kind, kindName] of words(kinds))
    for (const size of sizes)
      for (const [color, colorName] of words(colors))
        yield { name: name(kindName, colorName, size), sku: `${kind}${size}-${color}`, unit };
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
