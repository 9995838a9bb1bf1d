import './no-eval.ts';
import * as z from 'zod/mini';

import { text } from './orders.ts';
import { ruleError } from './requests.ts';

/** Languages of mails. */
export const mailLanguages = ['en', 'de'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

const languageRule = ruleError(`must be ${mailLanguages.join(' or ')}`);
const flagRule = ruleError('must be true or false');
const language = {
  language: z.enum(mailLanguages, languageRule),
  /** BCP 47 tag of numbers and dates. */
  locale: text(35).check(z.refine(isLocale, ruleError('must be a language tag such as de-CH'))),
};

const addressRule = ruleError('must be an email address, for example ann@example.com');
const addressShape = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d]([\w-]*[a-z\d])?(\.[a-z\d]([\w-]*[a-z\d])?)+$/i;

/** Whether a text is one address without a name: what a mail server takes as one recipient. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && addressShape.test(text);
}

const address = z.string(addressRule).check(z.refine(isMailAddress, addressRule));

/** Body of `PUT /gateway/mail`: whether and how the person gets mails. */
export const MailChoice = z.strictObject(
  {
    isOn: z.boolean(flagRule),
    /** Whether mails name customers and references. */
    withNames: z.boolean(flagRule),
    ...language,
  },
  ruleError('must be a JSON object with isOn, withNames, language and locale'),
);
export type MailChoice = z.infer<typeof MailChoice>;

/** Body of `POST /gateway/mail/code`: an address to be confirmed. */
export const MailAddress = z.strictObject(
  { address, ...language },
  ruleError('must be a JSON object with address, language and locale'),
);
export type MailAddress = z.infer<typeof MailAddress>;

const codeRule = ruleError('must be the six digits of the mail');
/** Body of `POST /gateway/mail/confirmation`. */
export const MailCode = z.strictObject(
  { code: z.string(codeRule).check(z.regex(/^\d{6}$/, codeRule)) },
  ruleError('must be a JSON object with code'),
);

/** Response of `GET /gateway/mail`. */
export const MailSettings = z.object({
  /** Whether this server can send mails. */
  isSetUp: z.boolean(),
  isOn: z.boolean(),
  withNames: z.boolean(),
  /** Confirmed address; null for none. */
  address: z.nullable(z.string()),
  /** Whether the company sign-in confirms the address, so that no code is needed. */
  isOfCompany: z.boolean(),
  /** Address that a code was sent to; null for none. */
  pending: z.nullable(z.string()),
});
export type MailSettings = z.infer<typeof MailSettings>;

/** Response of `POST /gateway/mail/test` and `POST /gateway/mail/code`: what the mail server said. */
export const MailAttempt = z.object({ isAccepted: z.boolean(), said: z.string() });
export type MailAttempt = z.infer<typeof MailAttempt>;

/** Response of `POST /gateway/mail/confirmation`. */
export const MailConfirmation = z.object({ outcome: z.enum(['confirmed', 'wrong', 'expired']) });
export type MailConfirmation = z.infer<typeof MailConfirmation>;
