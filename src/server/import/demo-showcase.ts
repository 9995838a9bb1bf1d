import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';

/** Days from today and the level from then on, in the product's unit. */
type ShowcaseEntry = readonly [day: number, level: number];

/** A product whose calendar is written by hand, so that each case that matters can be looked up by its id. */
export interface ShowcaseProduct extends Product {
  entries: readonly ShowcaseEntry[];
  /** Entries that were taken back. */
  deleted?: readonly ShowcaseEntry[];
  /** Days from today to the max lead time; null for a product without one. */
  maxLeadTime: number | null;
}

/** `-11: 148.5, 6: 131`: days from today, each with the level from then on. */
function levels(text: string): ShowcaseEntry[] {
  return Array.from(text.matchAll(/(-?\d+): (-?[\d.]+)/g), ([, day, level]) => [Number(day), Number(level)] as const);
}

function product(productId: ProductId, sku: string, unit: string, name: string): Product {
  return { productId, name, sku, unit };
}

export const demoShowcase: readonly ShowcaseProduct[] = [
  {
    ...product(10001, 'CP-1001-SK', 'm', 'Cotton poplin Marenza, sky blue, 150 cm'),
    entries: levels('-40: 220, -11: 148.5, 6: 131, 16: 406.5, 29: 380, 44: 512, 61: 471.5, 75: 655'),
    maxLeadTime: 91,
  },
  // Nothing until the max lead time.
  {
    ...product(10002, 'SD-1002-MU', 'm', 'Silk dévoré Ondrelle, mulberry, 140 cm'),
    entries: levels(''),
    maxLeadTime: 112,
  },
  // No max lead time at all.
  {
    ...product(10003, 'HG-1003-CH', 'm', 'Hemp gauze Elmsvik, chalk, 280 cm'),
    entries: levels('-18: 35, 12: 90.5, 33: 240'),
    maxLeadTime: null,
  },
  // Levels that fall again.
  {
    ...product(10004, 'WF-1004-GR', 'm', 'Wool flannel Hestrand, graphite, 150 cm'),
    entries: levels('-3: 500, 9: 320.25, 17: 120, 24: 40, 52: 610'),
    maxLeadTime: 84,
  },
  // Nothing today, and nothing coming.
  {
    ...product(10005, 'OR-1005-OP', 'm', 'Organza ribbon, opal, 25 mm'),
    entries: levels('-25: 60, -2: 0, 20: 0'),
    maxLeadTime: 70,
  },
  // Deleted rows beside ones that stand: neither 900 nor the second day 30 counts.
  {
    ...product(10006, 'LS-1006-SA', 'm', 'Linen sateen Tavira, sage, 145 cm'),
    entries: levels('-8: 75, 30: 210'),
    deleted: levels('-1: 900, 14: 450'),
    maxLeadTime: 98,
  },
  // Deleted rows alone: known, without a calendar.
  {
    ...product(10007, 'VC-1007-PO', 'm', 'Viscose challis Dorwyn, poppy red, 140 cm'),
    entries: levels(''),
    deleted: levels('-30: 120, 5: 80'),
    maxLeadTime: null,
  },
  // An entry dated today.
  {
    ...product(10008, 'CL-1008-PE', 'm', 'Cupro lining, pearl grey, 140 cm'),
    entries: levels('-20: 40, 0: 365.5, 21: 330'),
    maxLeadTime: 63,
  },
  // Entries in the past alone: the last one is in force.
  {
    ...product(10009, 'VR-1009-BO', 'm', 'Velvet ribbon, bordeaux, 38 mm'),
    entries: levels('-90: 700, -60: 815, -35: 142.75'),
    maxLeadTime: 77,
  },
  // The max lead time comes before the last real entries.
  {
    ...product(10010, 'CT-1010-IV', 'm', 'Cashmere twill Lumière, ivory, 150 cm'),
    entries: levels('-5: 12.5, 25: 30, 70: 55, 120: 260'),
    maxLeadTime: 56,
  },
  // Never available: no stock, no max lead time.
  {
    ...product(10011, 'HB-1011-AM', 'pcs', 'Horn button, amber, 32L'),
    entries: levels('-14: 0'),
    maxLeadTime: null,
  },
  // Oversold until the next delivery.
  {
    ...product(10012, 'MJ-1012-LA', 'm', 'Merino jacquard Rosmaren, lavender, 145 cm'),
    entries: levels('-4: -37.5, 19: 85, 48: 300'),
    maxLeadTime: 105,
  },
  // Three decimals matter.
  {
    ...product(10013, 'MB-1013-HE', 'kg', 'Mohair bouclé yarn Nm 1/14, heather'),
    entries: levels('-9: 14.125, 13: 40.375, 40: 40.376'),
    maxLeadTime: 84,
  },
  {
    ...product(10014, 'HE-1014-GR', 'm', 'בד פשתן רחב לווילונות, ירוק זית'),
    entries: levels('-7: 88, 15: 164.5, 37: 302'),
    maxLeadTime: 80,
  },
  {
    ...product(10015, 'AR-1015-BL', 'm', 'قماش كتان عريض للستائر، أزرق بحري'),
    entries: levels('-7: 54, 11: 130, 42: 96.5, 58: 240'),
    maxLeadTime: 85,
  },
  {
    ...product(10016, 'JA-1016-IN', 'm', '正絹ちりめん 広幅 藍色'),
    entries: levels('-7: 22.5, 23: 61, 51: 118'),
    maxLeadTime: 95,
  },
  {
    ...product(
      10017,
      'BC-1017-TE',
      'm',
      'Flame-retardant blackout curtain fabric Galdora, wide stripe, terracotta, 280 cm',
    ),
    entries: levels('-16: 410, 10: 366, 31: 720.5, 63: 655'),
    maxLeadTime: 90,
  },
  {
    ...product(
      10018,
      'EL-1018-EC',
      'm',
      'Étamine légère de laine mérinos façonnée Pélisane, ivoire à rayures bleu céladon',
    ),
    entries: levels('-2: 95.5, 27: 180, 55: 320'),
    maxLeadTime: 88,
  },
  {
    ...product(
      10019,
      'HE-1019-BL',
      'm',
      'בד פשתן וכותנה ארוג לריפוד רהיטי גן, פסים רחבים בכחול ים ולבן שנהב, רוחב 280 ס״מ',
    ),
    entries: levels('-6: 47, 22: 133.5, 49: 98, 64: 210'),
    maxLeadTime: 92,
  },
  {
    ...product(12345, 'LT-2345-SG', 'm', 'Linen twill, sea green'),
    entries: levels(
      '-41: 310.5, -12: 96, 0: 84.5, 9: 62, 18: 182, 27: 140.5, 39: 264, 47: 228, 58: 371.5, 66: 335, 78: 412',
    ),
    maxLeadTime: 86,
  },
];
