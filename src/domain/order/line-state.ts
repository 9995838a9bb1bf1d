import type { StockItem } from '#contract/envelope.ts';
import type { DatedAnswer } from '#domain/answer.ts';

import type { ReconcileFinding } from './reconcile-finding.ts';

/** Why no answer came for a line; nothing is known about its product by that. */
export type NotAnsweredReason =
  /** The server couldn't be reached, or the connection broke. */
  | 'no-connection'
  | 'timeout'
  /** The service failed (a status of 500 or above). */
  | 'service-error'
  /** The service asked for a longer pause than a check waits. */
  | 'busy'
  /** The service refused this line and named no reason that a calendar bears out. */
  | 'refused'
  /** The service answered nothing that its contract allows. */
  | 'broken-answer'
  /** The credential doesn't cover this (403). */
  | 'not-allowed'
  /** The check was stopped because everything failed: the address, the credential or the service is wrong. */
  | 'stopped';

/** A date from the service that stood up to {@link reconcile}. */
export interface Answered {
  kind: 'answered';
  answer: DatedAnswer;
  item: StockItem;
  /** When it came, in milliseconds since 1970. */
  checkedAt: number;
}

/** No date: why, under which id the server's log has it, and the service's own sentence, where it gave them. */
export interface NotAnswered {
  kind: 'not-answered';
  reason: NotAnsweredReason;
  requestId: string | null;
  sentence?: string;
}

/** How the asking for a line ended. */
export type LineResult =
  | Answered
  | { kind: 'unknown-product' }
  | { kind: 'not-available' }
  | NotAnswered
  | { kind: 'not-trusted'; finding: ReconcileFinding };

export type LineState = { kind: 'unasked' } | { kind: 'checking' } | LineResult;

export const unasked: LineState = { kind: 'unasked' };
export const checking: LineState = { kind: 'checking' };
