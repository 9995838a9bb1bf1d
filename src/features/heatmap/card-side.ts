export type CardSide = 'above' | 'below';

/** As high as what is said of a cell gets, in pixels. */
const cardHeight = 144;

/**
 * On which side of a cell there is room for what is said of it: below where it fits, else where there is more.
 * @param room free pixels on either side that are in sight
 */
export function cardSide(room: Readonly<Record<CardSide, number>>): CardSide {
  return room.below >= cardHeight || room.below >= room.above ? 'below' : 'above';
}
