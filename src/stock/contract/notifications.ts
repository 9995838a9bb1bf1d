import './no-eval.ts';
import * as z from 'zod/mini';

import type { CalendarDate } from '#stock/calendar-date.ts';
import { changeKinds } from '#stock/notifications/change-kind.ts';

import { ShipDate } from './orders.ts';

const day = z.string() as unknown as z.ZodMiniType<CalendarDate, CalendarDate>;
const result = z.union([
  z.object({ ...ShipDate.shape, day }),
  z.object({ kind: z.literal(['not-available', 'not-reliable']), day }),
]);

/** What changed of a promised or watched quantity. */
export const LineNotification = z.object({
  kind: z.enum(changeKinds),
  of: z.enum(['promise', 'watch']),
  letterId: z.string(),
  place: z.int(),
  productId: z.int(),
  product: z.string(),
  /** In thousandths. */
  quantity: z.int(),
  unit: z.nullable(z.string()),
  /** What its owner knew before. */
  from: z.nullable(result),
  to: result,
  /** The promised date, or the watch's ship-by date. */
  shipBy: z.optional(day),
  /** Days by which `to` is later than promised or, of a watch, than before. */
  days: z.optional(z.int()),
});
export type LineNotification = z.infer<typeof LineNotification>;

/** What a notification says. */
export const NotificationContent = z.discriminatedUnion('kind', [
  LineNotification,
  /** How many lines couldn't be checked, and since when (Unix milliseconds). */
  z.object({ kind: z.literal('not-checked'), lines: z.int(), since: z.int() }),
  /** Checks need the person to sign in. */
  z.object({ kind: z.literal('paused') }),
  /** So many lines got worse at once that the stock data may be incomplete; mails wait for consent. */
  z.object({ kind: z.literal('mass-change'), worse: z.int(), lines: z.int() }),
  /** What the mail server said last. */
  z.object({ kind: z.literal('mail-failed'), said: z.string() }),
]);
export type NotificationContent = z.infer<typeof NotificationContent>;

/** Newest notifications in a response. */
export const maxNotifications = 500;

const counted = {
  /** Number of unread ones. */
  unread: z.int(),
};

/** Response of `GET /gateway/notifications/count`. */
export const NotificationCount = z.object({
  ...counted,
  /** Number of open promises, and of orders that have some, that got worse since the customer was told. */
  worse: z.object({ promises: z.int(), orders: z.int() }),
});
export type NotificationCount = z.infer<typeof NotificationCount>;

/** Response of `GET /gateway/notifications`: the newest {@link maxNotifications}. */
export const Notifications = z.object({
  ...counted,
  /** Number of all. */
  all: z.int(),
  /** Number of mails that wait for consent. */
  held: z.int(),
  notifications: z.array(
    z.object({
      id: z.string(),
      /** Unix milliseconds. */
      at: z.int(),
      isRead: z.boolean(),
      content: NotificationContent,
      /** What holds now, if that differs from what the last notification of the line says. */
      now: z.optional(result),
    }),
  ),
});
export type Notifications = z.infer<typeof Notifications>;
