import { unitName } from '#domain/order-list/unit-word.ts';
import { knownLocale } from '#lib/known-locale.ts';
import { fromThousandths, type Thousandths } from '#lib/thousandths.ts';

/** The units that `Intl` has words for, by the names that the order reader gives them. */
const intlUnits: Readonly<Record<string, string>> = {
  m: 'meter',
  cm: 'centimeter',
  mm: 'millimeter',
  km: 'kilometer',
  yard: 'yard',
  foot: 'foot',
  inch: 'inch',
  kg: 'kilogram',
  g: 'gram',
  pound: 'pound',
  ounce: 'ounce',
  litre: 'liter',
  ml: 'milliliter',
};

const formats = new Map<string, Intl.NumberFormat>();

/** A quantity as one would say it: `80 metres` for 80 m, in the words of the locale; other units as they are written. */
export function spokenQuantity(quantity: Thousandths, unit: string | null, locale: string): string {
  const known = unit === null ? undefined : intlUnits[unitName(unit) ?? ''];
  const figure = formatOf(locale, known).format(fromThousandths(quantity));
  return unit === null || known !== undefined ? figure : `${figure} ${unit}`;
}

function formatOf(locale: string, unit: string | undefined): Intl.NumberFormat {
  const key = `${locale} ${unit ?? ''}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const style = unit === undefined ? {} : ({ style: 'unit', unit, unitDisplay: 'long' } as const);
  const format = new Intl.NumberFormat(knownLocale(locale), { ...style, maximumFractionDigits: 3 });
  formats.set(key, format);
  return format;
}
