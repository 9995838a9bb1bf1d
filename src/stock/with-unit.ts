const noBreakSpace = '\u00a0';

/** In characters; a longer unit could overflow a narrow space together with its number. */
const maxBound = 4;

/** Joins a number and its unit, `2.5 m`. Short units get a no-break space; longer ones may wrap. */
export function withUnit(figure: string, unit: string): string {
  return `${figure}${unit.length > maxBound ? ' ' : noBreakSpace}${unit}`;
}
