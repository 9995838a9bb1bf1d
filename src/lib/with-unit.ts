const noBreakSpace = '\u00a0';

/** In characters; a longer unit would run out of a narrow place together with its figure. */
const longestBound = 4;

/** A written quantity with its unit, `2.5 m`: never broken apart where the unit is short, at the space alone where it is long. */
export function withUnit(figure: string, unit: string): string {
  return `${figure}${unit.length > longestBound ? ' ' : noBreakSpace}${unit}`;
}
