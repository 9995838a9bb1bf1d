/** The words from which the demo catalogue is put together; the code of each goes into the SKU. */
export type Words = Readonly<Record<string, string>>;

export const fibres: Words = {
  AL: 'Alpaca',
  BM: 'Bamboo',
  CA: 'Cashmere',
  CO: 'Cotton',
  HE: 'Hemp',
  LN: 'Linen',
  LY: 'Lyocell',
  ME: 'Merino',
  MO: 'Mohair',
  RA: 'Ramie',
  SE: 'Silk',
  VI: 'Viscose',
  WO: 'Wool',
};

export const weaves: Words = {
  BC: 'bouclé',
  CD: 'chambray',
  CH: 'challis',
  CR: 'crêpe',
  DA: 'damask',
  DV: 'dévoré',
  FL: 'flannel',
  GA: 'gauze',
  HB: 'herringbone',
  JQ: 'jacquard',
  MO: 'moiré',
  PQ: 'piqué',
  PO: 'poplin',
  SA: 'sateen',
  TW: 'twill',
  VE: 'velvet',
  VO: 'voile',
};

/** Invented names of collections. */
export const collections: readonly string[] = [
  'Aldemar',
  'Brisolle',
  'Calvenna',
  'Dorwyn',
  'Elmsvik',
  'Farrowen',
  'Galdora',
  'Hestrand',
  'Ilvaria',
  'Jorvelle',
  'Kestrane',
  'Lumière',
  'Marenza',
  'Norvane',
  'Ondrelle',
  'Pélisane',
  'Quillon',
  'Rosmaren',
  'Søholt',
  'Tavira',
];

export const colours: Words = {
  AM: 'amber',
  AQ: 'aquamarine',
  BK: 'jet black',
  BO: 'bordeaux',
  CE: 'céladon',
  CF: 'café',
  CH: 'chalk',
  CM: 'crème',
  CO: 'coral',
  DN: 'dune',
  EC: 'écru',
  FO: 'forest',
  GR: 'graphite',
  HE: 'heather',
  IN: 'indigo',
  IV: 'ivory',
  LA: 'lavender',
  LI: 'lichen',
  MA: 'marigold',
  MI: 'midnight blue',
  MU: 'mulberry',
  OL: 'olive',
  OP: 'opal',
  PE: 'pearl grey',
  PO: 'poppy red',
  RO: 'rosé',
  RU: 'rust',
  SA: 'sage',
  SG: 'sea green',
  SK: 'sky blue',
  TE: 'terracotta',
  WH: 'optical white',
};

export const yarns: Words = {
  BO: 'bouclé yarn',
  CH: 'chenille yarn',
  KN: 'knitting yarn',
  SL: 'slub yarn',
  TW: 'weaving yarn',
};
export const yarnCounts: Words = { 14: 'Nm 1/14', 22: 'Nm 2/22', 28: 'Nm 2/28', 48: 'Nm 2/48', 60: 'Nm 2/60' };

export const ribbons: Words = {
  GG: 'Grosgrain ribbon',
  JQ: 'Jacquard ribbon',
  OG: 'Organza ribbon',
  PE: 'Petersham ribbon',
  SA: 'Satin ribbon',
  VE: 'Velvet ribbon',
};

export const linings: Words = {
  AC: 'Acetate lining',
  CU: 'Cupro lining',
  QU: 'Quilted lining',
  SL: 'Sleeve lining',
  ST: 'Stretch lining',
  VI: 'Viscose lining',
};

export const buttons: Words = {
  CZ: 'Corozo button',
  HN: 'Horn button',
  MP: 'Mother-of-pearl button',
  OW: 'Olive wood button',
  RS: 'Resin button',
  ZM: 'Zamak button',
};

/** Products named in other scripts, as buyers in those markets write them: fabrics and colours. */
export const otherScripts: readonly { code: string; fabrics: Words; colours: Words }[] = [
  {
    code: 'HE',
    fabrics: { CO: 'בד כותנה', LN: 'בד פשתן', SE: 'בד משי', WO: 'בד צמר', VE: 'קטיפה' },
    colours: { BL: 'כחול ים', GR: 'ירוק זית', RD: 'אדום יין', WH: 'לבן שנהב', BK: 'שחור' },
  },
  {
    code: 'AR',
    fabrics: { CO: 'قماش قطن', LN: 'قماش كتان', SE: 'قماش حرير', WO: 'قماش صوف', VE: 'مخمل' },
    colours: { BL: 'أزرق بحري', GR: 'أخضر زيتوني', RD: 'أحمر عنابي', WH: 'أبيض عاجي', BK: 'أسود' },
  },
  {
    code: 'JA',
    fabrics: { CO: '綿サテン', LN: '麻ツイル', SE: '正絹ちりめん', WO: 'ウールフラノ', VE: 'ビロード' },
    colours: { BL: '藍色', GR: '若草色', RD: '茜色', WH: '生成り', BK: '墨色' },
  },
];
