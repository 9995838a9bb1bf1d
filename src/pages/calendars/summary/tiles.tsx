import { useLingui } from '@lingui/react/macro';

import { useLocale } from '#ui/locale.tsx';
import { calendarTiles, type CalendarTile } from '#domain/calendars/calendar-tiles.ts';

import classes from './tiles.module.css';
import { useTileWords } from './use-tile-words.ts';

interface TilesProps {
  counts: Readonly<Record<CalendarTile, number>>;
  chosen: CalendarTile | null;
  /** Null while products are still to come: a filter would not hold. */
  onChoose: ((tile: CalendarTile | null) => void) | null;
}

/** How many of the products stand where, as one bar and as tiles; each tile narrows the table to its products. */
export function Tiles({ counts, chosen, onChoose }: TilesProps) {
  const { t } = useLingui();
  const { locale, formatCount } = useLocale();
  const words = useTileWords();
  const total = calendarTiles.reduce((sum, tile) => sum + counts[tile], 0);
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <>
      <div aria-hidden className={classes.bar}>
        {calendarTiles
          .filter((tile) => counts[tile] > 0)
          .map((tile) => (
            <span key={tile} data-tile={tile} style={{ flexGrow: counts[tile] }} />
          ))}
      </div>
      <fieldset aria-label={t`Products by their first date`} className={classes.tiles}>
        {calendarTiles.map((tile) => (
          <button
            key={tile}
            type="button"
            data-tile={tile}
            aria-pressed={tile === chosen}
            aria-disabled={onChoose === null}
            className={classes.tile}
            onClick={() => onChoose?.(tile === chosen ? null : tile)}
          >
            <span className={classes.name}>{words[tile]}</span>{' '}
            <span className={classes.count}>{formatCount(counts[tile])}</span>{' '}
            <span className={classes.share}>{total === 0 ? '' : share.format(counts[tile] / total)}</span>
          </button>
        ))}
      </fieldset>
    </>
  );
}
