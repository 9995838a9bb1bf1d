import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronRight, History } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';

import { errorSentence } from '#api/describe-error.ts';
import { isSignedOut } from '#api/errors.ts';
import { useAfterSignIn } from '#api/session.ts';
import { formatAge, useNow } from '#features/answer/answer-age.tsx';
import { useExampleProduct } from '#features/example-products.ts';
import { Panel, PanelEmpty } from '#features/panel.tsx';
import { ProductField } from '#features/product-field.tsx';
import { useRecentProducts } from '#features/recent-products.ts';
import { resolveProduct } from '#features/resolve-product.ts';
import { useLocale } from '#ui/locale.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import type { ProductId } from '#contract/product-id.ts';
import { readProductEntry } from '#domain/product-entry.ts';
import { fromThousandths, type Thousandths } from '#lib/thousandths.ts';

import classes from './calendar.module.css';

/** Which product's calendar: any by id, SKU or name, and those looked at before. */
export function CalendarChooserPage() {
  const { t } = useLingui();
  return (
    <div className={classes.chooserPage}>
      <PageHeading title={t`Calendar`}>
        <Trans>Choose a product to see what is available of it on which date.</Trans>
      </PageHeading>
      <ProductChooser />
      <Panel title={t`Recent products`}>
        <RecentProducts />
      </Panel>
    </div>
  );
}

/** Opens the calendar of the product that is picked from the list, or whose id, SKU or only name was typed. */
function ProductChooser() {
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

  async function show() {
    interrupted.current = false;
    const { product, quantity } = readProductEntry(text, locale);
    const typed = product.trim();
    if (typed === '') return setProblem(t`Product is missing: write an id, an SKU or part of a name.`);
    try {
      const found = await resolveProduct(queries, typed);
      if (found.kind === 'one') return await open(found.productId, quantity);
      return setProblem(t`Product “${typed}” fits none or several: choose one from the list.`);
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

/** The products looked at before, latest first; an example to try while there are none. */
function RecentProducts() {
  const { locale } = useLocale();
  const { recent } = useRecentProducts();
  const now = useNow();
  if (recent.length === 0) return <NoneYet />;
  return (
    <ul className={classes.recent}>
      {recent.map(({ productId, name, lookedAt }) => (
        <li key={productId}>
          <Link to="/products/$productId" params={{ productId }} className={classes.link}>
            <span>
              <bdi>{name ?? productId}</bdi>
            </span>
            <span className={classes.lookedAt}>
              {productId} · {formatAge(lookedAt, now, locale)}
            </span>
            <ChevronRight aria-hidden size={18} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function NoneYet() {
  const { t } = useLingui();
  const example = useExampleProduct();
  return (
    <PanelEmpty icon={History} title={t`No product looked at yet`}>
      {example ? (
        <Link to="/products/$productId" params={{ productId: example.productId }}>
          <Trans>
            Try <bdi>{example.name ?? example.productId}</bdi>
          </Trans>
        </Link>
      ) : (
        <Trans>Write a product id above, such as 12345.</Trans>
      )}
    </PanelEmpty>
  );
}
