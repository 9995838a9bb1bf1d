import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { errorSentence } from '#api/describe-error.ts';
import { isSignedOut } from '#api/errors.ts';
import { useAfterSignIn } from '#api/session.ts';
import { useLocale } from '#ui/locale.tsx';
import type { Product } from '#contract/gateway.ts';
import { formatQuantity } from '#lib/locale-number.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { type Draft, draftOf, splitEntry } from './draft.ts';
import type { Question, QuestionSearch } from './question.ts';
import { type FieldErrors, pastDay, readDraft } from './read-draft.ts';
import { type Resolution, resolveProduct } from './resolve-product.ts';

/** The form's state: what is written, what is wrong with it, and the way from there to a question. */
export function useQuestionForm(search: QuestionSearch, onAsk: (question: Question) => void) {
  const { t, i18n } = useLingui();
  const { locale, today } = useLocale();
  const queries = useQueryClient();
  const reader = { i18n, locale, today };
  const [draft, setDraft] = useState(() => draftOf(search, locale));
  const [picked, setPicked] = useState<Product | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [choices, setChoices] = useState<readonly Product[]>([]);
  const [isResolving, setResolving] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const latestSubmit = useRef(0);
  const interrupted = useRef<Draft | null>(null);

  const address = JSON.stringify([search.product, search.quantity, search.neededBy, locale]);
  const [shownAddress, setShownAddress] = useState(address);
  if (shownAddress !== address) {
    setShownAddress(address);
    setDraft(draftOf(search, locale));
    setErrors({});
    setChoices([]);
  }
  // Of the day in the address, which midnight may have made a past one while the page stood open.
  const passed = draft.neededBy === search.neededBy ? pastDay(search.neededBy, reader) : {};

  function refuse(found: FieldErrors) {
    setErrors(found);
    setRefusals((count) => count + 1);
  }

  function write(change: Partial<Draft>) {
    interrupted.current = null;
    setDraft((before) => ({ ...before, ...change }));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))));
    if (change.product !== undefined) setChoices([]);
  }

  function pick(product: Product, quantity: Thousandths | null) {
    setPicked(product);
    write({
      product: String(product.productId),
      ...(quantity !== null && { quantity: formatQuantity(quantity, locale) }),
    });
  }

  async function submit(submitted: Draft, isDateUnfinished = false): Promise<void> {
    interrupted.current = null;
    const written = splitEntry(submitted, locale);
    const reading = readDraft(written, reader);
    setDraft(written);
    setChoices([]);
    setErrors({});
    if (!reading.ok || isDateUnfinished) {
      refuse({
        ...(!reading.ok && reading.errors),
        ...(isDateUnfinished && { neededBy: t`Needed by must be a whole date: day, month and year.` }),
      });
      return;
    }

    const ticket = ++latestSubmit.current;
    setResolving(true);
    const resolution = await resolve(written, reading.product);
    if (ticket !== latestSubmit.current) return;
    setResolving(false);
    if (resolution === null) return;
    const { quantity, neededBy } = reading;
    if (resolution.kind === 'one') onAsk({ productId: resolution.productId, quantity, neededBy });
    else refuseProduct(resolution, reading.product);
  }

  /** Null where the catalogue couldn't be asked; the field then says why. */
  async function resolve(written: Draft, text: string): Promise<Resolution | null> {
    if (text === String(picked?.productId)) return { kind: 'one', productId: Number(text) };
    if (typeof search.product === 'number' && text === String(search.product))
      return { kind: 'one', productId: search.product };
    try {
      return await resolveProduct(queries, text);
    } catch (error) {
      if (isSignedOut(error)) interrupted.current = written;
      refuse({ product: errorSentence(error, i18n) });
      return null;
    }
  }

  useAfterSignIn(() => {
    if (interrupted.current !== null) void submit(interrupted.current);
  });

  function refuseProduct(resolution: Exclude<Resolution, { kind: 'one' }>, text: string) {
    if (resolution.kind === 'none') {
      refuse({ product: t`Product “${text}” is not known: write an id, an SKU or part of a name.` });
      return;
    }
    setChoices(resolution.choices);
    refuse({ product: t`Product “${text}” fits several: choose one.` });
  }

  return {
    draft,
    picked,
    errors: { ...passed, ...errors },
    choices,
    isResolving,
    /** Grows with every submit that was refused. */
    refusals,
    write,
    pick,
    submit,
    choose: (product: Product) => {
      setPicked(product);
      return submit({ ...draft, product: String(product.productId) });
    },
    split: () => setDraft((before) => splitEntry(before, locale)),
  };
}

export type QuestionForm = ReturnType<typeof useQuestionForm>;
