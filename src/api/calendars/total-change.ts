/** How many products there were when an earlier page was loaded, where it is another number by now. */
export interface TotalChange {
  before: number;
  now: number;
}
