/** Numbers that look random and are the same in every run for the same seed. */
export interface SeededRandom {
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean;
  /** One of `choices`, which must not be empty. */
  pick<Choice>(choices: readonly Choice[]): Choice;
}

/** Mulberry32: a 32-bit generator, plenty for data to look at, useless for secrets. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    between,
    chance: (percent) => next() * 100 < percent,
    pick: (choices) => choices[between(0, choices.length - 1)] as (typeof choices)[number],
  };
}
