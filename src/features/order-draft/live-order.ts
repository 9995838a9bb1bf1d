import type { NewLine } from './draft-line.ts';

/** An order that is open in this tab, shown or not. */
export interface LiveOrder {
  owner: string;
  append(line: NewLine): void;
  /** Writes what waits to be written, and closes it. */
  leave(): Promise<void>;
}

let live: LiveOrder | null = null;

/** The order that is open in this tab; null where none was opened yet. */
export function liveOrder(): LiveOrder | null {
  return live;
}

export function setLiveOrder(order: LiveOrder | null): void {
  live = order;
}
