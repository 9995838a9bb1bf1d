import { foldWords } from './plain-text.ts';

/** Units by one name each, and how five languages write them; folded, without punctuation. */
const spellings: Record<string, string> = {
  m: 'm mt mts mtr mtrs meter meters metre metres metro metros metri lfm lm rm laufmeter lfdm',
  cm: 'cm centimeter centimeters centimetre centimetres zentimeter centimetro centimetros',
  mm: 'mm millimeter millimeters millimetre millimetres milimetro milimetros',
  km: 'km kilometer kilometers kilometre kilometres kilometro kilometros',
  m2: 'm2 sqm qm quadratmeter',
  m3: 'm3 cbm kubikmeter',
  yard: 'yd yds yard yards yarda yardas',
  foot: 'ft foot feet',
  inch: 'inch inches zoll pouce pouces',
  piece:
    'pc pcs pce pces piece pieces ea each unit units unite unites st stk stck stuck stucke stueck stuecke stks stuk stuks pz pzs pza pzas pieza piezas ud uds unid unidad unidades item items ex pezzo pezzi off',
  kg: 'kg kgs kilo kilos kilogramm kilogram kilograms kilogramme kilogrammes kilogramo kilogramos',
  g: 'g gr gramm gram grams gramme grammes gramo gramos',
  tonne: 't tonne tonnes tonnen ton tons tonelada toneladas',
  pound: 'lb lbs pound pounds',
  ounce: 'oz',
  litre: 'l ltr liter liters litre litres litro litros',
  ml: 'ml',
  roll: 'rl rll roll rolls rolle rollen rouleau rouleaux rol rollo rollos rotolo rotoli',
  bale: 'bale bales ballen bolt bolts',
  box: 'box boxes ktn karton kartons ctn ctns carton cartons boite boites doos dozen caja cajas kiste kisten kist case cases colis schachtel schachteln scatola scatole',
  pack: 'pk pks pkt pack packs packet packets packung packungen paket pakete paquet paquets pak pakken paquete paquetes beutel ve vpe',
  set: 'set sets satz satze jeu jeux juego juegos',
  pair: 'pr pair pairs paar paire paires par pares paio paia',
  dozen: 'dz doz dutzend douzaine douzaines dozijn docena docenas',
  pallet: 'pal plt pallet pallets palette palettes paletten palet palets pale pales',
  bag: 'bag bags sack sacke sac sacs zak zakken saco sacos bolsa bolsas',
  bottle: 'fl btl bottle bottles flasche flaschen bouteille bouteilles fles flessen botella botellas',
  can: 'can cans dose dosen boite bidon bidons bidones eimer kanister bus',
  sheet: 'sheet sheets blatt bogen feuille feuilles vel vellen hoja hojas',
  cone: 'cone cones spule spulen bobine bobines bobina bobinas klos klossen',
};

const names = new Map(
  Object.entries(spellings).flatMap(([name, words]) => words.split(' ').map((word) => [word, name] as const)),
);
// German buys by the Dutzend and the Dutch open dozen: the word alone doesn't tell which, so it equals neither.
names.set('dozen', 'dozen or boxes');

const meanings = new Map<string, string | null>();

/** One name for all spellings of a unit (`Stk.`, `pièces`, `pcs` are `piece`); null where it isn't known as a unit. */
export function unitName(word: string): string | null {
  const known = meanings.get(word);
  if (known !== undefined) return known;
  const folded = word.length > 24 || /\d$/.test(word.replace(/m[23]$/i, '')) ? '' : foldWords(word);
  const name = names.get(folded) ?? names.get(folded.replace(/^(running|linear|lfd|laufende) /, '')) ?? null;
  if (meanings.size < 5000) meanings.set(word, name);
  return name;
}

/** Whether two spellings mean one unit; unknown ones do when they are written alike. */
export function isSameUnit(a: string, b: string): boolean {
  return (unitName(a) ?? foldWords(a)) === (unitName(b) ?? foldWords(b));
}

const money =
  /^(?:[€$£¥₹]|us\$|eur|euros?|usd|gbp|chf|sfr|fr|dkk|sek|nok|pln|zł|kč|czk|kr|dollars?)\.?(?:\s*\/\s*[\p{L}\d.]+)?$/iu;

/** Whether the text is the name or sign of a currency: `€`, `EUR`, `CHF/m`. */
export function isCurrency(text: string): boolean {
  return money.test(text);
}
