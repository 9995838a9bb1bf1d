import type { Product } from '#contract/gateway.ts';

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

export const demoShowcase: readonly ShowcaseProduct[] = [
  {
    productId: 10001,
    name: 'Cotton poplin Marenza, sky blue, 150 cm',
    sku: 'CP-1001-SK',
    unit: 'm',
    entries: [
      [-40, 220],
      [-11, 148.5],
      [6, 131],
      [16, 406.5],
      [29, 380],
      [44, 512],
      [61, 471.5],
      [75, 655],
    ],
    maxLeadTime: 91,
  },
  {
    // Nothing until the max lead time.
    productId: 10002,
    name: 'Silk dévoré Ondrelle, mulberry, 140 cm',
    sku: 'SD-1002-MU',
    unit: 'm',
    entries: [],
    maxLeadTime: 112,
  },
  {
    // No max lead time at all.
    productId: 10003,
    name: 'Hemp gauze Elmsvik, chalk, 280 cm',
    sku: 'HG-1003-CH',
    unit: 'm',
    entries: [
      [-18, 35],
      [12, 90.5],
      [33, 240],
    ],
    maxLeadTime: null,
  },
  {
    // Levels that fall again.
    productId: 10004,
    name: 'Wool flannel Hestrand, graphite, 150 cm',
    sku: 'WF-1004-GR',
    unit: 'm',
    entries: [
      [-3, 500],
      [9, 320.25],
      [17, 120],
      [24, 40],
      [52, 610],
    ],
    maxLeadTime: 84,
  },
  {
    // Nothing today, and nothing coming.
    productId: 10005,
    name: 'Organza ribbon, opal, 25 mm',
    sku: 'OR-1005-OP',
    unit: 'm',
    entries: [
      [-25, 60],
      [-2, 0],
      [20, 0],
    ],
    maxLeadTime: 70,
  },
  {
    // Deleted rows beside ones that stand: neither 900 nor the second day 30 counts.
    productId: 10006,
    name: 'Linen sateen Tavira, sage, 145 cm',
    sku: 'LS-1006-SA',
    unit: 'm',
    entries: [
      [-8, 75],
      [30, 210],
    ],
    deleted: [
      [-1, 900],
      [14, 450],
    ],
    maxLeadTime: 98,
  },
  {
    // Deleted rows alone: known, without a calendar.
    productId: 10007,
    name: 'Viscose challis Dorwyn, poppy red, 140 cm',
    sku: 'VC-1007-PO',
    unit: 'm',
    entries: [],
    deleted: [
      [-30, 120],
      [5, 80],
    ],
    maxLeadTime: null,
  },
  {
    // An entry dated today.
    productId: 10008,
    name: 'Cupro lining, pearl grey, 140 cm',
    sku: 'CL-1008-PE',
    unit: 'm',
    entries: [
      [-20, 40],
      [0, 365.5],
      [21, 330],
    ],
    maxLeadTime: 63,
  },
  {
    // Entries in the past alone: the last one is in force.
    productId: 10009,
    name: 'Velvet ribbon, bordeaux, 38 mm',
    sku: 'VR-1009-BO',
    unit: 'm',
    entries: [
      [-90, 700],
      [-60, 815],
      [-35, 142.75],
    ],
    maxLeadTime: 77,
  },
  {
    // The max lead time comes before the last real entries.
    productId: 10010,
    name: 'Cashmere twill Lumière, ivory, 150 cm',
    sku: 'CT-1010-IV',
    unit: 'm',
    entries: [
      [-5, 12.5],
      [25, 30],
      [70, 55],
      [120, 260],
    ],
    maxLeadTime: 56,
  },
  {
    // Never available: no stock, no max lead time.
    productId: 10011,
    name: 'Horn button, amber, 32L',
    sku: 'HB-1011-AM',
    unit: 'pcs',
    entries: [[-14, 0]],
    maxLeadTime: null,
  },
  {
    // Oversold until the next delivery.
    productId: 10012,
    name: 'Merino jacquard Rosmaren, lavender, 145 cm',
    sku: 'MJ-1012-LA',
    unit: 'm',
    entries: [
      [-4, -37.5],
      [19, 85],
      [48, 300],
    ],
    maxLeadTime: 105,
  },
  {
    // Three decimals matter.
    productId: 10013,
    name: 'Mohair bouclé yarn Nm 1/14, heather',
    sku: 'MB-1013-HE',
    unit: 'kg',
    entries: [
      [-9, 14.125],
      [13, 40.375],
      [40, 40.376],
    ],
    maxLeadTime: 84,
  },
  {
    productId: 10014,
    name: 'בד פשתן רחב לווילונות, ירוק זית',
    sku: 'HE-1014-GR',
    unit: 'm',
    entries: [
      [-7, 88],
      [15, 164.5],
      [37, 302],
    ],
    maxLeadTime: 80,
  },
  {
    productId: 10015,
    name: 'قماش كتان عريض للستائر، أزرق بحري',
    sku: 'AR-1015-BL',
    unit: 'm',
    entries: [
      [-7, 54],
      [11, 130],
      [42, 96.5],
      [58, 240],
    ],
    maxLeadTime: 85,
  },
  {
    productId: 10016,
    name: '正絹ちりめん 広幅 藍色',
    sku: 'JA-1016-IN',
    unit: 'm',
    entries: [
      [-7, 22.5],
      [23, 61],
      [51, 118],
    ],
    maxLeadTime: 95,
  },
  {
    productId: 10017,
    name: 'Flame-retardant blackout curtain fabric Galdora, wide stripe, terracotta, 280 cm',
    sku: 'BC-1017-TE',
    unit: 'm',
    entries: [
      [-16, 410],
      [10, 366],
      [31, 720.5],
      [63, 655],
    ],
    maxLeadTime: 90,
  },
  {
    productId: 10018,
    name: 'Étamine légère de laine mérinos façonnée Pélisane, ivoire à rayures bleu céladon',
    sku: 'EL-1018-EC',
    unit: 'm',
    entries: [
      [-2, 95.5],
      [27, 180],
      [55, 320],
    ],
    maxLeadTime: 88,
  },
  {
    productId: 10019,
    name: 'בד פשתן וכותנה ארוג לריפוד רהיטי גן, פסים רחבים בכחול ים ולבן שנהב, רוחב 280 ס״מ',
    sku: 'HE-1019-BL',
    unit: 'm',
    entries: [
      [-6, 47],
      [22, 133.5],
      [49, 98],
      [64, 210],
    ],
    maxLeadTime: 92,
  },
  {
    productId: 12345,
    name: 'Linen twill, sea green',
    sku: 'LT-2345-SG',
    unit: 'm',
    entries: [
      [-41, 310.5],
      [-12, 96],
      [0, 84.5],
      [9, 62],
      [18, 182],
      [27, 140.5],
      [39, 264],
      [47, 228],
      [58, 371.5],
      [66, 335],
      [78, 412],
    ],
    maxLeadTime: 86,
  },
];
