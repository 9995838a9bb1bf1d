import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
} from 'react';

import { errorSentence } from '#data/describe-error.ts';
import { isSignedOut } from '#data/errors.ts';
import { products } from '#data/products.ts';
import { useAfterSignIn } from '#data/session.ts';
import { DateField, describeDateProblem } from '#ui/date-field.tsx';
import { ProductField } from '#parts/product-field.tsx';
import { QuantityField } from '#parts/quantity-field.tsx';
import { productOf, type Resolution, resolveProduct, suggestions } from '#parts/resolve-product.ts';
import { useLocale, useUnit } from '#ui/locale.tsx';
import { useIsNarrow } from '#ui/use-is-narrow.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import { productReadings, type Suggestion, unreadDate } from '#stock/product-entry.ts';
import { readTypedQuantity } from '#stock/typed-quantity.ts';

import classes from './availability.module.css';
import {
  type ShownQuery,
  queryOf,
  type Draft,
  draftErrors,
  draftOf,
  type FieldErrors,
  type AvailabilitySearch,
  shipByErrors,
  splitEntry,
  withProduct,
} from './availability-query.ts';

/**
 * The query in the address, and the form. The address is the source of truth: submitting the form updates it, and
 * other changes to it reset the form.
 */
export function useQuantityForm(
  search: AvailabilitySearch,
  /** `isTyping`: the user is about to type another quantity, so the focus stays. */
  onCheck: (query: ShownQuery, isTyping: boolean) => void,
) {
  const { i18n, t } = useLingui();
  const { locale, today, namedToday, formatDate, ownUnit } = useLocale();
  const queries = useQueryClient();
  const reader = { i18n, locale, today, namedToday, formatDate };
  const [draft, setDraft] = useState(() => draftOf(search, locale));
  const [fieldErrors, setErrors] = useState<FieldErrors>({});
  /** The draft as of the last change, for what runs before the next render. */
  const latest = useRef(draft);

  // The address may contain an SKU instead of a product id.
  const namedText = typeof search.product === 'string' && search.quantity !== undefined ? search.product : null;
  const named = useQuery({ ...productOf(namedText ?? '', { locale, today }), enabled: namedText !== null });
  const productId = named.data?.kind === 'one' ? named.data.found.product.productId : search.product;
  const query = queryOf(namedText === null ? search : { ...search, product: productId }, today);
  const checkedShipBy = search.shipBy ?? null;

  const submission = useMutation({
    mutationFn: async ({ text, index }: { text: string; index: number | null }): Promise<Resolution> => {
      if (index === null) return resolveProduct(queries, text, { locale, today });
      const choices = await queries.fetchQuery(suggestions(text, { locale, today }));
      return choices.length === 0 ? { kind: 'none' } : { kind: 'several', choices };
    },
  });
  /** Text that is being resolved, and whether Enter was pressed again meanwhile. */
  const pending = useRef({ text: '', isConfirmed: false });
  /** When each field was last written, in order. What is written later than the product isn't replaced. */
  const written = useRef({ product: 0, quantity: 0, shipBy: 0 });
  const lookup = submission.isIdle && draft.product === namedText ? named : submission;

  const { product: writtenProduct, quantity: writtenQuantity, unit: writtenUnit, shipBy: writtenDay } = search;
  const addressDraft = useMemo(
    () =>
      draftOf({ product: writtenProduct, quantity: writtenQuantity, unit: writtenUnit, shipBy: writtenDay }, locale),
    [writtenProduct, writtenQuantity, writtenUnit, writtenDay, locale],
  );
  const follow = useEffectEvent((next: Draft) => {
    stop();
    setValues(next);
  });
  const followed = useRef(addressDraft);
  useEffect(() => {
    if (followed.current !== addressDraft) follow(addressDraft);
    followed.current = addressDraft;
  }, [addressDraft]);

  function stop() {
    pending.current = { text: '', isConfirmed: false };
    submission.reset();
  }

  function setValues(next: Draft) {
    latest.current = next;
    setDraft(next);
    setErrors({});
  }

  function write(change: Partial<Draft>) {
    if (change.product !== undefined) stop();
    latest.current = { ...latest.current, ...change };
    setDraft(latest.current);
    for (const field of fields) {
      if (change[field] === undefined) continue;
      written.current[field] = Math.max(...Object.values(written.current)) + 1;
      setErrors((errors) => ({ ...errors, [field]: undefined }));
    }
  }

  /** Fills the fields with a suggestion, except those that were written after its text. */
  function fill(found: Suggestion): Draft {
    // Caches the product: submitting then needs no lookup, and its name is shown beneath the field.
    if (found.product.name !== null)
      queries.setQueryData(products.one(String(found.product.productId)).queryKey, found.product);
    const current = latest.current;
    const next = withProduct(current, found, locale, checkedShipBy);
    const { product, quantity, shipBy } = written.current;
    if (quantity > product && current.quantity.trim() !== '') next.quantity = current.quantity;
    if (shipBy > product && current.shipBy !== null) next.shipBy = current.shipBy;
    stop();
    setValues(next);
    return next;
  }

  /** Takes a suggestion, and checks it if there is a quantity: the one typed with it, or else that of the fields. */
  function pick(found: Suggestion) {
    const hasNone = found.quantity === null;
    const next = fill(found);
    if (next.quantity.trim() !== '') check(next, found.product, hasNone);
    if (hasNone) focusQuantity();
  }

  /** Moves the parts of `12345 x 40` to their fields. */
  function split() {
    const before = latest.current;
    const parts = splitEntry(before, reader, checkedShipBy);
    if (parts !== before) write(parts);
  }

  /**
   * Resolves the product, and asks if all is clear. With `take`, as after Enter in the product field, the first
   * suggestion is taken, or the one at `index`, and the quantity is typed next; several products are confirmed by
   * another Enter.
   */
  function submit(take?: { index: number | null }) {
    const before = splitEntry(latest.current, reader, checkedShipBy);
    const text = before.product.trim();
    if (pending.current.text === text && text !== '') {
      pending.current.isConfirmed = true;
      return;
    }
    stop();
    setValues(before);
    const isQuantityNext =
      take !== undefined || productReadings(text, reader).some(({ quantity }) => quantity !== null);
    const { quantity, ...others } = draftErrors(before, reader);
    const errors = isQuantityNext ? others : { ...others, quantity };
    const unfinished = inputOf('product')?.form?.querySelector<HTMLElement>('input:invalid');
    setErrors(errors);
    if (!showErrors(errors, unfinished)) return;
    if (take) focusQuantity();
    pending.current = { text, isConfirmed: false };
    submission.mutate(
      { text, index: take?.index ?? null },
      {
        onSuccess: (resolution) => {
          const { isConfirmed } = pending.current;
          const isUnchanged = latest.current.quantity === before.quantity;
          pending.current = { text: '', isConfirmed: false };
          const found = resolution.kind === 'one' ? resolution.found : take && choiceOf(resolution, take.index);
          if (!found) return inputOf('product')?.focus();
          const isClear = resolution.kind === 'one' && isUnchanged;
          const next = fill(found);
          if (isConfirmed || (isClear && (!take || next.quantity.trim() !== ''))) check(next, found.product);
          else if (isUnchanged) focusQuantity();
        },
        onError: () => {
          pending.current = { text: '', isConfirmed: false };
          inputOf('product')?.focus();
        },
      },
    );
  }

  function check(next: Draft, product: Product, isTyping = false) {
    const unit = product.unit ?? ownUnit;
    const quantity = readTypedQuantity(next.quantity, locale, unit === null ? [] : [unit]);
    const errors = draftErrors(next, reader, unit);
    setErrors(errors);
    if (showErrors(errors))
      onCheck(
        {
          productId: product.productId,
          quantity: quantity.ok ? quantity.value : null,
          shipBy: next.shipBy,
        },
        isTyping,
      );
  }

  useAfterSignIn(() => {
    if (isSignedOut(submission.error)) submit();
  });

  function dateProblem({ written, reading }: NonNullable<ReturnType<typeof unreadDate>>): string | undefined {
    return reading.ok
      ? shipByErrors(reading.date, reader).shipBy
      : describeDateProblem(written, reading, i18n, { today, formatDate });
  }

  function productProblem(): string | undefined {
    const text = draft.product.trim();
    if (lookup.error !== null) return errorSentence(lookup.error, i18n);
    const date = unreadDate(text, reader);
    if (lookup.data?.kind === 'none' && date !== null) return dateProblem(date);
    if (lookup.data?.kind === 'none')
      return t`No product matches “${text}”. Enter a product ID, SKU or part of the name.`;
    if (lookup.data?.kind === 'several') return t`“${text}” matches several products. Select one.`;
    return undefined;
  }

  return {
    query,
    /** Whether the product of a new query is being resolved. */
    isResolving: submission.isPending || named.isLoading,
    /** Whether the fields name another product than the result on screen. */
    hasOtherProduct: query !== null && draft.product !== addressDraft.product,
    draft,
    /** Ship-by date for the comparison with the result; null while the field contains another date or an invalid one. */
    shipBy: draft.shipBy === checkedShipBy ? (query?.shipBy ?? null) : null,
    errors: {
      product: fieldErrors.product ?? productProblem(),
      quantity: fieldErrors.quantity,
      // The date in the address may have passed at midnight while the page was open.
      shipBy:
        fieldErrors.shipBy ?? (draft.shipBy === search.shipBy ? shipByErrors(search.shipBy, reader).shipBy : undefined),
    },
    /** The matching products if there are several. */
    choices: lookup.data?.kind === 'several' ? lookup.data.choices : [],
    write,
    pick,
    split,
    submit,
    /** Replaces the quantity by a digit typed outside the form, and goes on in its field. */
    retype: (digit: string) => {
      const field = inputOf('quantity');
      if (field === null) return;
      write({ quantity: digit });
      field.focus();
    },
    /** Selects one of the matching products, and asks. */
    choose: (found: Suggestion) => check(fill(found), found.product),
  };
}

const fields = ['product', 'quantity', 'shipBy'] as const;

function inputOf(field: keyof Draft): HTMLInputElement | null {
  return document.querySelector(`[data-field="${field}"]`);
}

function focusQuantity() {
  inputOf('quantity')?.focus();
  inputOf('quantity')?.select();
}

/** Focuses the first field with an error. Returns whether there is none. */
function showErrors(errors: FieldErrors, unfinished?: HTMLElement | null): boolean {
  const field = fields.find((each) => errors[each] !== undefined);
  if (field) inputOf(field)?.focus();
  else unfinished?.focus();
  return !field && !unfinished;
}

function choiceOf(resolution: Resolution, index: number | null): Suggestion | undefined {
  if (resolution.kind !== 'several') return undefined;
  return resolution.choices[Math.min(index ?? 0, resolution.choices.length - 1)];
}

export type QuantityFormState = ReturnType<typeof useQuantityForm>;

const MoreFields = lazy(async () => ({ default: (await import('./more-fields.tsx')).MoreFields }));
const SuggestedProduct = lazy(async () => ({
  default: (await import('#parts/product-choice.tsx')).SuggestedProduct,
}));

/**
 * Product, quantity and ship-by date in one row. Enter submits from any of them. On a phone the form is folded to one line
 * while a product is shown.
 */
export function QuantityForm({ state, hasMore }: { state: QuantityFormState; hasMore: boolean }) {
  const { draft, errors, choices, write, query } = state;
  const { t } = useLingui();
  const { formatDate } = useLocale();
  const isNarrow = useIsNarrow();
  /** What is shown while the form is unfolded; it folds again with the next. */
  const [unfolded, setUnfolded] = useState<string | null>(null);
  const [showsMore, setShowsMore] = useState(hasMore);
  const moreButton = useRef<HTMLButtonElement>(null);
  // From the cache only: nothing is requested while the user types.
  const { data: product = null } = useQuery({ ...products.one(draft.product.trim()), enabled: false });
  const unit = useUnit(product ?? undefined);
  const focusProduct = useEffectEvent(() => {
    if (query === null && draft.product === '' && matchMedia('(hover: hover)').matches) inputOf('product')?.focus();
  });
  useEffect(() => focusProduct(), []);

  /** Closes *More*, unless a list of the field with the focus is closed first. */
  function onKeyDown({ key, target }: KeyboardEvent) {
    const hasList = target instanceof Element && target.getAttribute('aria-expanded') === 'true';
    if (key !== 'Escape' || !showsMore || (hasList && target !== moreButton.current)) return;
    setShowsMore(false);
    moreButton.current?.focus();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    state.submit();
  }

  const key = JSON.stringify(query);
  const hasErrors = Object.values(errors).some(Boolean) || choices.length > 0;
  if (isNarrow && query !== null && unfolded !== key && !hasErrors && !state.isResolving) {
    const { quantity, shipBy, product: text } = draft;
    const summary = [
      quantity === '' ? null : `${quantity} ${unit ?? ''}`.trim(),
      product?.name ?? text,
      shipBy === null ? null : t`by ${formatDate(shipBy, 'short')}`,
    ];
    return (
      <Button
        variant="default"
        fullWidth
        justify="space-between"
        fw={400}
        ta="start"
        styles={{ label: { lineHeight: '18px', whiteSpace: 'normal' } }}
        aria-expanded={false}
        rightSection={<ChevronDown aria-hidden size={18} />}
        onClick={() => setUnfolded(key)}
      >
        <bdi>{summary.filter(Boolean).join(' · ')}</bdi>
      </Button>
    );
  }
  return (
    <form className={classes.form} noValidate onSubmit={submit} {...{ onKeyDown }}>
      <div>
        <div className={classes.product}>
          <ProductField
            data-field="product"
            value={draft.product}
            onChange={(text) => write({ product: text })}
            onPick={state.pick}
            onEnter={(index) => state.submit({ index })}
            onBlur={state.split}
            error={errors.product}
          />
          {product !== null && choices.length === 0 && (
            <Text component="span" truncate className={classes.productName}>
              <bdi>{product.name}</bdi>{' '}
              <Text span c="dimmed" fz={13} aria-hidden>
                {product.productId}
              </Text>
            </Text>
          )}
        </div>
        {choices.length > 0 && (
          <>
            <Text c="dimmed" fz={13} mt={6}>
              <Trans>Select a product</Trans>
            </Text>
            <Stack component="ul" gap={4} mt={6} className={classes.list}>
              {choices.map((choice) => (
                <li key={choice.product.productId}>
                  <Button
                    variant="default"
                    fullWidth
                    h="auto"
                    py={6}
                    fw={400}
                    styles={{ label: { display: 'block', flex: 1, textAlign: 'start', lineHeight: '20px' } }}
                    onClick={() => state.choose(choice)}
                  >
                    <Suspense fallback={choice.product.name}>
                      <SuggestedProduct suggestion={choice} of={choices} />
                    </Suspense>
                  </Button>
                </li>
              ))}
            </Stack>
          </>
        )}
      </div>
      <div>
        <QuantityField
          data-field="quantity"
          value={draft.quantity}
          onChange={(quantity) => write({ quantity })}
          unit={unit}
          error={errors.quantity}
        />
      </div>
      <div>
        <DateField
          data-field="shipBy"
          value={draft.shipBy}
          label={t`Ship by`}
          onChange={(shipBy) => write({ shipBy })}
          error={errors.shipBy}
        />
      </div>
      <Button type="submit" h={48} {...(query !== null && !state.hasOtherProduct && { variant: 'default' })}>
        <Trans>Check availability</Trans>
      </Button>
      <Button
        ref={moreButton}
        variant="default"
        h={48}
        px={14}
        aria-expanded={showsMore}
        leftSection={<SlidersHorizontal aria-hidden size={18} />}
        onClick={() => setShowsMore(!showsMore)}
      >
        <Trans>More</Trans>
      </Button>
      {showsMore && (
        <Suspense>
          <MoreFields hasChart={query !== null} />
        </Suspense>
      )}
    </form>
  );
}
