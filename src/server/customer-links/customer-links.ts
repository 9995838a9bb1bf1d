import {
  type CustomerLink,
  type CustomerPage,
  customerPageLimits,
  type LinkSubject,
  type PublishedLink,
} from '#stock/contract/customer-links.ts';
import { later, toMilliseconds } from '#stock/calendar-date.ts';
import type { FoundKey, Keys } from '#server/keys/keys.ts';
import type { SignedIn } from '#server/sign-in/sign-in.ts';

/** What a link leads to. */
export interface Subject {
  subject: LinkSubject;
  /** Of the order, or of the letter. */
  id: string;
}

/** What the key of a link opens: the page as it was published last. */
interface Published extends Subject {
  page: CustomerPage;
  /** Unix milliseconds. */
  publishedAt: number;
}

const dayInMilliseconds = 86_400_000;

/**
 * Links that persons give to customers: to a page with the dates of an order or a letter. The page is what its owner
 * published last, and nothing else changes it.
 */
export class CustomerLinks {
  readonly #keys: Keys;
  readonly #now: () => number;

  /** @param now Unix milliseconds */
  constructor(keys: Keys, now: () => number) {
    this.#keys = keys;
    this.#now = now;
  }

  /** Returns the person's link to a subject; null if there is none. */
  async find(person: SignedIn, subject: Subject): Promise<CustomerLink | null> {
    const found = await this.#keyOf(person, subject);
    return found && linkOf(found);
  }

  /**
   * Publishes a page at the person's link to a subject, which is made if there is none.
   * @returns the link, with its key if it is new
   * @throws ServiceProblem `limit-reached`
   */
  async publish(person: SignedIn, subject: Subject, page: CustomerPage): Promise<PublishedLink> {
    const publishedAt = this.#now();
    const opens: Published = { ...subject, page, publishedAt };
    const found = await this.#keyOf(person, subject);
    if (found !== null) {
      const expiresAt = endOf(page, found.createdAt, publishedAt);
      if (await this.#keys.change(found, { name: page.title, opens, expiresAt }))
        return { link: linkOf({ ...found, opens, expiresAt }) };
    }
    const expiresAt = endOf(page, publishedAt, publishedAt);
    const { key, id } = await this.#keys.create(person, { kind: 'customer', name: page.title, opens, expiresAt });
    return { link: linkOf({ id, opens, expiresAt }), key };
  }

  /** Revokes the person's link to a subject. Returns whether there was one. */
  async revoke(person: SignedIn, subject: Subject): Promise<boolean> {
    const found = await this.#keyOf(person, subject);
    return found !== null && this.#keys.revoke(person, found.id);
  }

  async #keyOf(person: SignedIn, { subject, id }: Subject): Promise<FoundKey | null> {
    const found = await this.#keys.ofKind(person, 'customer');
    return (
      found.find(({ opens }) => (opens as Published).subject === subject && (opens as Published).id === id) ?? null
    );
  }
}

/** The page that a key opens. */
export function publishedPage({ opens }: Pick<FoundKey, 'opens'>): CustomerPage {
  return (opens as Published).page;
}

function linkOf({ id, opens, expiresAt }: Pick<FoundKey, 'id' | 'opens' | 'expiresAt'>): CustomerLink {
  const { page, publishedAt } = opens as Published;
  return { id, publishedAt, expiresAt, page };
}

/** When a link ends: some days after the last ship date of its page, and never long after it was made. */
function endOf({ lines }: CustomerPage, createdAt: number, publishedAt: number): number {
  const dates = lines.flatMap(({ results }) =>
    results.map((result) => ('date' in result ? later(result.date, result.day) : result.day)),
  );
  const last = toMilliseconds(dates.reduce(later));
  const { daysAfterLastDate, days } = customerPageLimits;
  return Math.min(
    createdAt + days * dayInMilliseconds,
    Math.max(publishedAt, last) + daysAfterLastDate * dayInMilliseconds,
  );
}
