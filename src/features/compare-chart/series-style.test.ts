import { expect, it } from 'vitest';

import { mostCompared } from './compare-chart-props.ts';
import { seriesStyle } from './series-style.ts';

const styles = Array.from({ length: mostCompared }, (_, index) => seriesStyle(index));

it('tells all series apart without their colours', () => {
  expect(new Set(styles.map(({ dashes, shape }) => `${dashes} ${shape}`)).size).toBe(mostCompared);
});

it('gives neighbours different colours', () => {
  styles.forEach(({ color }, index) => expect(color).not.toBe(styles[index + 1]?.color));
});
