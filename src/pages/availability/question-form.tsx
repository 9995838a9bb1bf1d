import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, type FormEvent } from 'react';

import { errorSentence } from '#api/describe-error.ts';
import { isSignedOut } from '#api/errors.ts';
import { products } from '#api/products.ts';
import { useAfterSignIn } from '#api/session.ts';
import { DateField } from '#ui/date-field.tsx';
import { ProductField } from '#features/product-field.tsx';
import { describeQuantityProblem, QuantityField } from '#features/quantity-field.tsx';
import { productOf, resolveProduct } from '#features/resolve-product.ts';
import { useLocale, useUnit } from '#ui/locale.tsx';
import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';
import { readTypedQuantity } from '#domain/typed-quantity.ts';
import { formatQuantity } from '#lib/locale-number.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import classes from './availability.module.css';
import {
  type Draft,
  draftErrors,
  draftOf,
  type Question,
  type QuestionSearch,
  questionOf,
  shipByErrors,
  splitEntry,
} from './question.ts';

/**
 * The question in the address, and the form. The address is the source of truth: submitting the form updates it, and
 * other changes to it reset the form.
 */
export function useQuestion(search: QuestionSearch, onAsk: (question: Question) => void) {
  const { i18n, t } = useLingui();
  const { locale, today, namedToday, formatDate, ownUnit } = useLocale();
  const queries = useQueryClient();
  const reader = { i18n, locale, today, namedToday, formatDate };
  const form = useForm<Draft>({
    initialValues: draftOf(search, locale),
    validate: (written) => draftErrors(written, reader),
  });
  const draft = form.values;

  // The address may contain an SKU instead of a product id.
  const namedText = typeof search.product === 'string' && search.quantity !== undefined ? search.product : null;
  const named = useQuery({ ...productOf(namedText ?? ''), enabled: namedText !== null });
  const productId = named.data?.kind === 'one' ? named.data.product.productId : search.product;
  const question = questionOf(namedText === null ? search : { ...search, product: productId }, today);

  const submission = useMutation({ mutationFn: (text: string) => resolveProduct(queries, text) });
  const lookup = submission.isIdle && draft.product === namedText ? named : submission;

  const { product: writtenProduct, quantity: writtenQuantity, neededBy: writtenDay } = search;
  const addressDraft = useMemo(
    () => draftOf({ product: writtenProduct, quantity: writtenQuantity, neededBy: writtenDay }, locale),
    [writtenProduct, writtenQuantity, writtenDay, locale],
  );
  const follow = useEffectEvent((next: Draft) => {
    submission.reset();
    form.setValues(next);
  });
  const followed = useRef(addressDraft);
  useEffect(() => {
    if (followed.current !== addressDraft) follow(addressDraft);
    followed.current = addressDraft;
  }, [addressDraft]);

  function write({ product, quantity, neededBy }: Partial<Draft>) {
    submission.reset();
    if (product !== undefined) form.setFieldValue('product', product);
    if (quantity !== undefined) form.setFieldValue('quantity', quantity);
    if (neededBy !== undefined) form.setFieldValue('neededBy', neededBy);
  }

  function pick(product: Product, quantity: Thousandths | null) {
    // Caches the product: submitting then needs no lookup, and its name is shown beneath the field.
    queries.setQueryData(products.one(String(product.productId)).queryKey, product);
    write({
      product: String(product.productId),
      ...(quantity !== null && { quantity: formatQuantity(quantity, locale) }),
    });
    const next = form.getInputNode<HTMLInputElement, string>('quantity');
    next?.focus();
    next?.select();
  }

  /** Moves the parts of `12345 x 40` to their fields. */
  function split() {
    const written = form.getValues();
    const parts = splitEntry(written, locale);
    if (parts !== written) write(parts);
  }

  function submit(written: Draft, unfinished?: HTMLElement | null) {
    submission.reset();
    form.setValues(written);
    const { errors } = form.validate();
    const wrong = form.getInputNode<HTMLElement, string>(Object.keys(errors)[0] ?? '') ?? unfinished;
    if (wrong) return wrong.focus();
    const focus = (field: keyof Draft) => form.getInputNode(field)?.focus();
    submission.mutate(written.product.trim(), {
      onSuccess: (found) => {
        if (found.kind === 'one') ask(written, found.product);
        else focus('product');
      },
      onError: () => focus('product'),
    });
  }

  function ask(written: Draft, product: Product) {
    const quantity = readTypedQuantity(written.quantity, locale, product.unit ?? ownUnit);
    if (quantity.ok)
      return onAsk({ productId: product.productId, quantity: quantity.value, neededBy: written.neededBy });
    // The field offers the quantity in the product's unit.
    queries.setQueryData(products.one(written.product.trim()).queryKey, product);
    form.setErrors({ quantity: describeQuantityProblem(quantity, i18n, locale) });
    form.getInputNode('quantity')?.focus();
  }

  useAfterSignIn(() => {
    if (isSignedOut(submission.error)) submit(form.getValues());
  });

  function productProblem(): string | undefined {
    const text = draft.product.trim();
    if (lookup.error !== null) return errorSentence(lookup.error, i18n);
    if (lookup.data?.kind === 'none')
      return t`No product matches “${text}”. Enter a product ID, SKU or part of the name.`;
    if (lookup.data?.kind === 'several') return t`“${text}” matches several products. Select one.`;
    return undefined;
  }

  return {
    question,
    /** Whether the product of a new question is being resolved. */
    isResolving: submission.isPending || named.isLoading,
    form,
    /** Ship-by date for the result's verdict; null while the field contains another date or an invalid one. */
    neededBy: draft.neededBy === (search.neededBy ?? null) ? (question?.neededBy ?? null) : null,
    errors: {
      product: form.errors.product ?? productProblem(),
      quantity: form.errors.quantity,
      // The date in the address may have passed at midnight while the page was open.
      neededBy:
        form.errors.neededBy ??
        (draft.neededBy === search.neededBy ? shipByErrors(search.neededBy, reader).neededBy : undefined),
    },
    /** The matching products if there are several. */
    choices: lookup.data?.kind === 'several' ? lookup.data.choices : [],
    write,
    pick,
    split,
    /** `unfinished` is an invalid field that shows its own error. */
    submit: (change: Partial<Draft> = {}, unfinished?: HTMLElement | null) =>
      submit(splitEntry({ ...form.getValues(), ...change }, locale), unfinished),
  };
}

export type QuestionState = ReturnType<typeof useQuestion>;

/** Product, quantity and ship-by date. Enter submits from any of them. */
export function QuestionForm(props: {
  state: QuestionState;
  /** Product of the result beneath, which shows its name already. */
  shownProductId: ProductId | undefined;
}) {
  const { state, shownProductId } = props;
  const { form, errors, choices, write } = state;
  const { t } = useLingui();
  // From the cache only: nothing is requested while the user types.
  const { data: product = null } = useQuery({ ...products.one(form.values.product.trim()), enabled: false });
  const unit = useUnit(product ?? undefined);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    state.submit({}, event.currentTarget.querySelector<HTMLElement>('input:invalid'));
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <div>
        <ProductField
          {...form.getInputProps('product')}
          value={form.values.product}
          onChange={(text) => write({ product: text })}
          onPick={state.pick}
          onBlur={state.split}
          error={errors.product}
        />
        {product !== null && product.productId !== shownProductId && choices.length === 0 && (
          <Text c="dimmed" fz={13} mt={6} truncate>
            <bdi>{product.name}</bdi>
          </Text>
        )}
        {choices.length > 0 && (
          <>
            <Text c="dimmed" fz={13} mt={6}>
              <Trans>Select a product</Trans>
            </Text>
            <Stack component="ul" gap={4} mt={6} className={classes.list}>
              {choices.map((choice) => (
                <li key={choice.productId}>
                  <Button
                    variant="default"
                    fullWidth
                    justify="space-between"
                    fw={400}
                    rightSection={
                      <Text component="span" c="dimmed" fz={13}>
                        {choice.sku ?? choice.productId}
                      </Text>
                    }
                    onClick={() => state.submit({ product: String(choice.productId) })}
                  >
                    <bdi>{choice.name ?? choice.productId}</bdi>
                  </Button>
                </li>
              ))}
            </Stack>
          </>
        )}
      </div>
      <QuantityField
        {...form.getInputProps('quantity')}
        value={form.values.quantity}
        onChange={(quantity) => write({ quantity })}
        unit={unit}
        error={errors.quantity}
      />
      <DateField
        {...form.getInputProps('neededBy')}
        value={form.values.neededBy}
        label={t`Ship by`}
        onChange={(neededBy) => write({ neededBy })}
        error={errors.neededBy}
      />
      <Button type="submit" mt={{ base: 0, md: 23 }}>
        <Trans>Check availability</Trans>
      </Button>
    </form>
  );
}
