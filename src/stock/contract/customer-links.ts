import './no-eval.ts';
import * as z from 'zod/mini';

import { date, DocumentPath, quantity, ShipDate, text } from './orders.ts';
import { grouped, ruleError } from './requests.ts';

/** Limits of a page for a customer. */
export const customerPageLimits = {
  lines: 1000,
  /** Bytes of a page as JSON. */
  bytes: 524_288,
  /** Days for which a link is valid: after the last ship date, and at most after it was made. */
  daysAfterLastDate: 30,
  days: 120,
};

/** What links can lead to: an order, or a letter of promises. */
export const linkSubjects = ['orders', 'letters'] as const;
export type LinkSubject = (typeof linkSubjects)[number];

const resultRule = ruleError('must be a result with its day: a ship date, or not-available');
/** A result with the day that it is of. */
const LineResult = z.union(
  [
    z.strictObject({ ...ShipDate.shape, day: date }),
    z.strictObject({ kind: z.literal('not-available', resultRule), day: date }),
  ],
  resultRule,
);

const linesRule = ruleError(`must be a list of 1 to ${grouped(customerPageLimits.lines)} lines`);
const sentencesRule = ruleError('must be a list of up to 1,000 sentences');
const sentences = z.array(text(2500), sentencesRule).check(z.maxLength(1000, sentencesRule));

/**
 * A page for a customer, in the words that its owner's browser chose. Only words are shown; the results behind them
 * tell whether the page still says what holds.
 */
export const CustomerPage = z.strictObject(
  {
    language: z.enum(['en', 'de'], ruleError('must be en or de')),
    title: text(200),
    /** The customer's reference, in a sentence; empty if there is none. */
    reference: text(200),
    opening: sentences,
    /** What is different from the version before. */
    changes: z.nullable(
      z.strictObject({ heading: text(100), sentences }, ruleError('must have heading and sentences')),
    ),
    columns: z.strictObject(
      { product: text(50), quantity: text(50), shipDate: text(50), note: text(50) },
      ruleError('must be the names of the columns'),
    ),
    lines: z
      .array(
        z.strictObject(
          {
            /** Tells the line apart from the others, also in other versions. */
            key: text(64),
            product: text(2000),
            quantity: text(250),
            /** The quantity in thousandths, to be compared. */
            amount: quantity,
            shipDate: text(250),
            note: text(2500),
            /** Of the part that ships first, if there is one, and of the rest. */
            results: z.array(LineResult, resultRule).check(z.minLength(1, resultRule), z.maxLength(2, resultRule)),
          },
          ruleError('must be a line with key, product, quantity, amount, shipDate, note and results'),
        ),
        linesRule,
      )
      .check(z.minLength(1, linesRule), z.maxLength(customerPageLimits.lines, linesRule)),
    closing: sentences,
  },
  ruleError('must be a JSON object with language, title, lines and their words'),
);
export type CustomerPage = z.infer<typeof CustomerPage>;

const subjectRule = ruleError(`must be ${linkSubjects.join(' or ')}`);

/** Path `/gateway/customer-links/{subject}/{id}`. */
export const CustomerLinkPath = z.extend(DocumentPath, { subject: z.enum(linkSubjects, subjectRule) });

/** A link to a customer's page as its owner sees it. */
const CustomerLink = z.object({
  /** Of its key. */
  id: z.string(),
  /** Unix milliseconds. */
  publishedAt: z.int(),
  expiresAt: z.int(),
  /** What was published last. */
  page: CustomerPage,
});
export type CustomerLink = z.infer<typeof CustomerLink>;

/** Response of `GET /gateway/customer-links/{subject}/{id}`. */
export const CustomerLinkOf = z.object({ link: z.nullable(CustomerLink) });
export type CustomerLinkOf = z.infer<typeof CustomerLinkOf>;

/** Response of `PUT`, which publishes a page. `key` is told only when the link is made. */
export const PublishedLink = z.object({ link: CustomerLink, key: z.optional(z.string()) });
export type PublishedLink = z.infer<typeof PublishedLink>;
