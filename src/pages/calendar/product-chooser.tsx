import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';

import { errorSentence } from '#api/describe-error.ts';
import { isSignedOut } from '#api/errors.ts';
import { products } from '#api/products.ts';
import { useAfterSignIn } from '#api/session.ts';
import { ProductField } from '#features/fields/product-field.tsx';
import { useLocale } from '#ui/locale.tsx';
import { ProductId } from '#contract/product-id.ts';
import { readProductEntry } from '#domain/product-entry.ts';
import { fromThousandths, type Thousandths } from '#lib/thousandths.ts';

import classes from './calendar-chooser.module.css';

/** Opens the calendar of the product that is picked from the list, or whose id, SKU or only name was typed. */
export function ProductChooser() {
  const { t, i18n } = useLingui();
  const { locale } = useLocale();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const interrupted = useRef(false);

  const open = (productId: ProductId, quantity: Thousandths | null) =>
    navigate({
      to: '/products/$productId',
      params: { productId },
      search: { quantity: quantity === null ? undefined : fromThousandths(quantity) },
    });

  async function find(typed: string): Promise<ProductId | null> {
    const exact = await queries.fetchQuery(products.one(typed));
    if (exact) return exact.productId;
    const id = ProductId.safeParse(/^\d+$/.test(typed) ? Number(typed) : null);
    if (id.success) return id.data;
    const { products: found, hasMore } = await queries.fetchQuery(products.search(typed));
    return found.length === 1 && !hasMore ? (found[0]?.productId ?? null) : null;
  }

  async function show() {
    interrupted.current = false;
    const { product, quantity } = readProductEntry(text, locale);
    const typed = product.trim();
    if (typed === '') return setProblem(t`Product is missing: write an id, an SKU or part of a name.`);
    try {
      const productId = await find(typed);
      if (productId === null) return setProblem(t`Product “${typed}” fits none or several: choose one from the list.`);
      return await open(productId, quantity);
    } catch (error) {
      interrupted.current = isSignedOut(error);
      return setProblem(errorSentence(error, i18n));
    }
  }

  useAfterSignIn(() => {
    if (interrupted.current) void show();
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    void show();
  }

  return (
    <form className={classes.chooser} noValidate onSubmit={submit}>
      <div className={classes.field}>
        <ProductField
          value={text}
          onChange={(next) => {
            interrupted.current = false;
            setText(next);
            setProblem(null);
          }}
          onPick={({ productId }, quantity) => void open(productId, quantity)}
          error={problem}
        />
      </div>
      <Button type="submit" className={classes.submit}>
        <Trans>Show calendar</Trans>
      </Button>
    </form>
  );
}
