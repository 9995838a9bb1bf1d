import type { CalendarDate } from '#stock/calendar-date.ts';
import {
  type LineNotification,
  maxNotifications,
  type NotificationContent,
  type NotificationCount,
  type Notifications as NotificationList,
} from '#stock/contract/notifications.ts';
import { promiseLimits } from '#stock/contract/promises.ts';
import { reminderDay } from '#stock/notifications/change-kind.ts';
import { presentKind } from '#stock/promises/line-event.ts';
import { isSameResult, type ResultOfDay } from '#stock/promises/promise-status.ts';
import { readStored } from '#server/promises/line-checks.ts';
import type { Promises } from '#server/promises/promises.ts';
import { stockDigestOf } from '#server/orders/documents.ts';
import type { SignedIn } from '#server/sign-in/sign-in.ts';
import type { NewNotification, NotificationStore } from '#server/store/sql-notifications.ts';
import type { LineKey, PromiseFolder, PromiseStore } from '#server/store/sql-promises.ts';

const dayInMilliseconds = 86_400_000;

/**
 * Returns a notification to be stored, together with the change that it tells.
 * @param eventId the same for the same change, so that it is told once: the line and its new revision, for example
 * @param at Unix milliseconds
 * @param today the service's date
 */
export function newNotification(
  eventId: string,
  content: NotificationContent,
  at: number,
  today: CalendarDate,
): NewNotification {
  const line = 'letterId' in content ? { letterId: content.letterId, place: content.place } : null;
  const remindOn = 'letterId' in content ? reminderDay(content, today) : null;
  return { eventId, madeAt: at, content: JSON.stringify(content), line, remindOn };
}

/** What persons are told in the app (promises, *Notifications*). A person has those of a service and market. */
export class Notifications {
  readonly #store: NotificationStore & Pick<PromiseStore, 'findLines'>;
  readonly #promises: Pick<Promises, 'countWorse'>;
  readonly #service: string;
  readonly #now: () => number;

  /**
   * @param service identifies the stock service
   * @param now Unix milliseconds
   */
  constructor(
    store: NotificationStore & Pick<PromiseStore, 'findLines'>,
    promises: Pick<Promises, 'countWorse'>,
    service: string,
    now: () => number,
  ) {
    this.#store = store;
    this.#promises = promises;
    this.#service = service;
    this.#now = now;
  }

  folderOf(person: SignedIn): PromiseFolder {
    return { personId: person.personId, stockDigest: stockDigestOf(this.#service, person) };
  }

  async count(folder: PromiseFolder): Promise<NotificationCount> {
    const [{ unread }, worse] = await Promise.all([
      this.#store.countNotifications(folder),
      this.#promises.countWorse(folder),
    ]);
    return { unread, worse };
  }

  async list(folder: PromiseFolder): Promise<NotificationList> {
    const [counted, rows] = await Promise.all([
      this.#store.countNotifications(folder),
      this.#store.listNotifications(folder, maxNotifications),
    ]);
    const notifications = rows.flatMap(({ eventId, madeAt, content: text, readAt }) => {
      const content = readContent(text);
      return content === null ? [] : [{ id: eventId, at: madeAt, isRead: readAt !== null, content }];
    });
    const results = await resultsNow(
      this.#store,
      folder,
      notifications.map(({ content }) => content),
    );
    for (const each of notifications) {
      if (!('letterId' in each.content)) continue;
      const key = lineKey(each.content);
      const now = results.get(key);
      // Only by the last notification of a line, which is told of at most once a day.
      results.delete(key);
      if (now && !isSameResult(each.content.to, now)) Object.assign(each, { now });
    }
    return { ...counted, notifications };
  }

  /** Marks everything as read. */
  async markRead(folder: PromiseFolder): Promise<void> {
    await this.#store.markRead(folder, this.#now());
  }

  /** Sends the mails that a mass change held. */
  async sendHeld(folder: PromiseFolder): Promise<void> {
    await this.#store.releaseMails(folder, this.#now());
  }

  /** Deletes everything of a person, for all services and markets. */
  async deleteAll({ personId }: { personId: string }): Promise<void> {
    await this.#store.deleteNotificationsOf(personId);
  }

  /** Deletes what is as old as a promise that is deleted. */
  async forgetOld(): Promise<void> {
    await this.#store.deleteNotificationsBefore(this.#now() - promiseLimits.days * dayInMilliseconds);
  }
}

/** Returns the last reliable results of the lines that notifications are about, by {@link lineKey}; null without one. */
export async function resultsNow(
  store: Pick<PromiseStore, 'findLines'>,
  folder: PromiseFolder,
  contents: readonly NotificationContent[],
): Promise<Map<string, ResultOfDay | null>> {
  const lines = contents.filter((content) => 'letterId' in content);
  if (lines.length === 0) return new Map();
  const keys = new Map(lines.map(({ letterId, place }) => [lineKey({ letterId, place }), { letterId, place }]));
  const rows = await store.findLines(folder, [...keys.values()]);
  return new Map(
    rows.map((row) => {
      const now = readStored(row, row.kind)?.progress.now ?? null;
      return [lineKey(row), now?.kind === 'not-reliable' ? null : now];
    }),
  );
}

/**
 * Returns what a reminder tells: the change of each line until now, once, and nothing of a line that is again as it was
 * before, or that was deleted.
 * @param told newest first
 * @param results as {@link resultsNow} returns them
 */
export function changesUntilNow(
  told: readonly NotificationContent[],
  results: ReadonlyMap<string, ResultOfDay | null>,
): LineNotification[] {
  const lines = new Map<string, LineNotification>();
  for (const content of told) {
    if (!('letterId' in content)) continue;
    const key = lineKey(content);
    lines.set(key, { ...(lines.get(key) ?? content), from: content.from });
  }
  return [...lines].flatMap(([key, line]) => {
    const now = results.get(key);
    if (now === undefined) return [];
    const to = now ?? line.to;
    const kind = line.from !== null && isSameResult(line.from, to) ? null : presentKind(line, to);
    return kind === null ? [] : [{ ...line, kind, to, days: undefined }];
  });
}

/** What a notification says; null if its JSON is damaged. */
export function readContent(text: string): NotificationContent | null {
  try {
    const content = JSON.parse(text) as NotificationContent | null;
    return typeof content?.kind === 'string' ? content : null;
  } catch {
    return null;
  }
}

function lineKey({ letterId, place }: LineKey): string {
  return `${letterId} ${place}`;
}
