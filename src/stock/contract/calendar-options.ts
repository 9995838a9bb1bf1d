/** Categories of products by the earliest date on which stock covers the quantity. Each product is in one. */
export const calendarTiles = [
  'now',
  /** Tomorrow to today plus 7 days. */
  'within-7',
  /** After that, to today plus 30 days. */
  'within-30',
  'later',
  /** Stock never covers the quantity, but there is a max lead time. */
  'max-lead-time',
  /** Neither stock nor max lead time. */
  'nothing',
  /** No calendar. */
  'no-result',
] as const;
export type CalendarTile = (typeof calendarTiles)[number];

/** Returns the value of every tile. */
export function byTile<Value>(valueOf: (tile: CalendarTile) => Value): Record<CalendarTile, Value> {
  return Object.fromEntries(calendarTiles.map((tile) => [tile, valueOf(tile)])) as Record<CalendarTile, Value>;
}

/**
 * Filters of a product list: a tile, or from several tiles the products available within 30 days, today included, or
 * short today or within some weeks.
 */
export const tileFilters = [...calendarTiles, 'available-30', 'short-now', 'short-soon'] as const;
export type TileFilter = (typeof tileFilters)[number];

/** Converts a tile that was saved under an earlier name: in an address of the browser, or a live address. */
export function currentTile<Raw>(raw: Raw): Raw | TileFilter {
  return raw === 'no-answer' ? 'no-result' : raw;
}

/** Periods within which products run short, in weeks. */
export const shortWeeks = [2, 4, 8] as const;
export type ShortWeeks = (typeof shortWeeks)[number];

export const calendarSorts = [
  'product',
  'name',
  'territory',
  'available',
  'first',
  'wanted',
  'fallsShort',
  /** First gap: by its first day, today included, then the longest first. */
  'gap',
  'maxLeadTime',
  /** Last update of the stock data of the result. An external service isn't sorted by it. */
  'updated',
] as const;
export type CalendarSort = (typeof calendarSorts)[number];

/** What happened to the ship date of a product whose calendar changed, worst first. */
export const changeDirections = ['gone', 'later', 'same', 'earlier'] as const;
export type ChangeDirection = (typeof changeDirections)[number];

/** Filters of changes: what happened to the ship date, or anything. */
export const changeFilters = ['moved', ...changeDirections] as const;
export type ChangeFilter = (typeof changeFilters)[number];

/** Maximum number of products of a page, and of IDs in a request. */
export const maxCalendarsPage = 250;
export const maxCalendarIds = 20_000;
