import type { Product } from '#stock/contract/gateway-responses.ts';

/** Days from today and the quantity from then on, in the product's unit. */
type ShowcaseEntry = readonly [day: number, level: number];

/** A product with a handwritten calendar, so that each special case can be looked up by its ID. */
export interface ShowcaseProduct extends Product {
  entries: readonly ShowcaseEntry[];
  /** Deleted entries. */
  deleted: readonly ShowcaseEntry[];
  /** Days from today to the max lead time; null for a product without one. */
  maxLeadTime: number | null;
}

/**
 * One line per product: ID, SKU, unit and name. Its calendar follows: days from today with the quantity from then on,
 * deleted entries after `deleted`, and the days to the max lead time after `max`. A `#` describes the next product.
 */
const table = `
10001 CP-1001-SK m Cotton poplin Marenza, sky blue, 150 cm
  -40: 220, -11: 148.5, 6: 131, 16: 406.5, 29: 380, 44: 512, 61: 471.5, 75: 655 max 91

# Nothing until the max lead time.
10002 SD-1002-MU m Silk dévoré Ondrelle, mulberry, 140 cm
  max 112

# No max lead time at all.
10003 HG-1003-CH m Hemp gauze Elmsvik, chalk, 280 cm
  -18: 35, 12: 90.5, 33: 240

# Levels that fall again.
10004 WF-1004-GR m Wool flannel Hestrand, graphite, 150 cm
  -3: 500, 9: 320.25, 17: 120, 24: 40, 52: 610 max 84

# Nothing today, and nothing coming.
10005 OR-1005-OP m Organza ribbon, opal, 30 mm
  -25: 60, -2: 0, 20: 0 max 70

# Deleted rows beside ones that stand: neither 900 nor 450 counts.
10006 LS-1006-SA m Linen sateen Tavira, sage, 145 cm
  -8: 75, 30: 210 deleted -1: 900, 14: 450 max 98

# Deleted rows alone: known, without a calendar.
10007 VC-1007-PO m Viscose challis Dorwyn, poppy red, 140 cm
  deleted -30: 120, 5: 80

# An entry dated today.
10008 CL-1008-PE m Cupro lining, pearl grey, 150 cm
  -20: 40, 0: 365.5, 21: 330 max 63

# Entries in the past alone: the last one is in force.
10009 VR-1009-BO m Velvet ribbon, bordeaux, 40 mm
  -90: 700, -60: 815, -35: 142.75 max 77

# The max lead time comes before the last real entries.
10010 CT-1010-IV m Cashmere twill Lumière, ivory, 150 cm
  -5: 12.5, 25: 30, 70: 55, 120: 260 max 56

# Never available: no stock, no max lead time.
10011 HB-1011-AM pcs Horn button, amber, 36L
  -14: 0

# Oversold until the next delivery.
10012 MJ-1012-LA m Merino jacquard Rosmaren, lavender, 145 cm
  -4: -37.5, 19: 85, 48: 300 max 105

# Three decimals matter.
10013 MB-1013-HE kg Mohair bouclé yarn Nm 1/16, heather
  -9: 14.125, 13: 40.375, 40: 40.376 max 84

# Names in other scripts, and long ones.
10014 HE-1014-GR m בד פשתן רחב לווילונות, ירוק זית
  -7: 88, 15: 164.5, 37: 302 max 80
10015 AR-1015-BL m قماش كتان عريض للستائر، أزرق بحري
  -7: 54, 11: 130, 42: 96.5, 58: 240 max 85
10016 JA-1016-IN m 正絹ちりめん 広幅 藍色
  -7: 22.5, 23: 61, 51: 118 max 95
10017 BC-1017-TE m Flame-retardant blackout curtain fabric Galdora, wide stripe, terracotta, 280 cm
  -16: 410, 10: 366, 31: 720.5, 63: 655 max 90
10018 EL-1018-EC m Étamine légère de laine mérinos façonnée Pélisane, ivoire à rayures bleu céladon
  -2: 95.5, 27: 180, 55: 320 max 88
10019 HE-1019-BL m בד פשתן וכותנה ארוג לריפוד רהיטי גן, פסים רחבים בכחול ים ולבן שנהב, רוחב 280 ס״מ
  -6: 47, 22: 133.5, 49: 98, 64: 210 max 92

12345 LT-2345-SG m Linen twill, sea green
  -41: 310.5, -12: 96, 0: 84.5, 9: 62, 18: 182, 27: 140.5, 39: 264, 47: 228, 58: 371.5, 66: 335, 78: 412 max 86
`;

export const demoShowcase: readonly ShowcaseProduct[] = Array.from(
  table.matchAll(/^(\d+) (\S+) (\S+) (.+)\n {2}([^dm\n]*)(?:deleted ([^m\n]*))?(?:max (\d+))?$/gm),
  ([, productId, sku = '', unit = '', name = '', entries = '', deleted = '', maxLeadTime]) => ({
    productId: Number(productId),
    name,
    sku,
    unit,
    entries: levels(entries),
    deleted: levels(deleted),
    maxLeadTime: maxLeadTime === undefined ? null : Number(maxLeadTime),
  }),
);

function levels(text: string): ShowcaseEntry[] {
  return Array.from(text.matchAll(/(-?\d+): (-?[\d.]+)/g), ([, day, level]) => [Number(day), Number(level)] as const);
}
