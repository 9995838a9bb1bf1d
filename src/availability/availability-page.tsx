import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { useProduct } from '#data/products.ts';
import { stock } from '#data/stock.ts';
import { ResultRegion } from '#parts/result/result-region.tsx';
import { goodsWords, productWords, useWording } from '#parts/result/wording.ts';
import { useExampleProduct } from '#parts/example-products.ts';
import { useKeyHelp, useScreenKeys } from '#ui/keys.ts';
import { useLocale, useUnit } from '#ui/locale.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { fromThousandths, type Thousandths } from '#stock/thousandths.ts';

import { ResultSkeleton } from './result-panel.tsx';
import classes from './availability.module.css';
import { ProductResult } from './product-result.tsx';
import { QuantityForm, useQuantityForm } from './quantity-form.tsx';
import { type ShownQuery, searchOf } from './availability-query.ts';
import { RecentPanel, useHasRecentLookups } from './recent-panel.tsx';

/** One screen for both queries: when a quantity of a product can ship, and its stock calendar. */
export function AvailabilityPage() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/' });
  const search = useSearch({ from: '/' });
  const state = useQuantityForm(search, checkAndFollow);
  const { query, isResolving } = state;
  const { resultRef, follow } = useResultFocus(query);
  const product = useProduct(query?.productId ?? null);
  const wording = useWording(useUnit(product));

  function check(next: ShownQuery) {
    // Repeating a check doesn't navigate, but refetches stale or failed data.
    void queries.prefetchQuery(stock.availability(next.productId, next.quantity));
    // The order and the period of the chart are the product's.
    const isSame = next.productId === query?.productId;
    void navigate({
      search: (before) => ({
        ...before,
        ...(!isSame && { order: undefined, from: undefined, to: undefined }),
        ...searchOf(next),
      }),
      resetScroll: false,
      // An address without a complete query gets no history entry.
      replace: query === null && search.product !== undefined,
    });
  }

  /** The focus moves to the result, where single keys copy it, add it to the order or change its quantity. */
  function checkAndFollow(next: ShownQuery, isTyping = false) {
    check(next);
    if (!isTyping) follow(next);
  }

  useScreenKeys(
    Object.fromEntries(Array.from('0123456789', (digit) => [digit, () => query !== null && state.retype(digit)])),
  );

  useKeyHelp(t`Availability`, [
    { keys: ['Enter'], description: t`Check availability, from any field` },
    { keys: ['C'], description: t`Copy for customer` },
    { keys: ['A'], description: t`Add to order` },
    { keys: ['L'], description: t`Copy link` },
    { keys: ['0–9'], description: t`Change the quantity` },
  ]);

  const title =
    query === null || !product
      ? t`Availability`
      : query.quantity === null
        ? productWords(product)
        : goodsWords(wording, product, query.quantity);
  const hasMore = search.deliveryDays !== undefined || search.mlt !== undefined || search.bucket !== undefined;
  return (
    <>
      <PageHeading isHidden title={t`Availability`} documentTitle={title} />
      <div className={classes.page}>
        <QuantityForm state={state} hasMore={hasMore} />
        {query === null ? (
          <>
            <RecentPanel isIdle />
            {isResolving ? <ResultRegion headline={<ResultSkeleton />} /> : <ExampleCheck />}
          </>
        ) : (
          <ProductResult
            query={query}
            shipBy={state.shipBy}
            isOutdated={isResolving}
            isOther={state.hasOtherProduct}
            onCheck={checkAndFollow}
            onDrag={check}
            resultRef={resultRef}
          />
        )}
      </div>
    </>
  );
}

/**
 * Manages focus. `follow` focuses the result of a query as soon as it is shown. If the link or button with focus
 * disappears, the result receives focus.
 */
function useResultFocus(query: ShownQuery | null) {
  const resultRef = useRef<HTMLElement>(null);
  const pending = useRef<string | null>(null);
  const shown = keyOf(query);
  const before = useRef(shown);

  useEffect(() => {
    const element = resultRef.current;
    const hasChanged = before.current !== shown;
    before.current = shown;
    if (element === null) return;
    if (pending.current === shown) {
      pending.current = null;
      moveTo(element);
    } else if (hasChanged && document.activeElement === document.body) {
      element.focus({ preventScroll: true });
    }
  });

  return {
    resultRef,
    follow: (next: ShownQuery) => {
      if (keyOf(next) !== shown) pending.current = keyOf(next);
      else if (resultRef.current !== null) moveTo(resultRef.current);
    },
  };
}

/** Whether an on-screen keyboard may cover the result. */
function hasTouchKeyboard(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}

function moveTo(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: hasTouchKeyboard() ? 'start' : 'nearest' });
}

function keyOf(query: ShownQuery | null): string | null {
  return query && JSON.stringify([query.productId, query.quantity, query.shipBy]);
}

const exampleQuantity: Thousandths = 100_000;

/** Empty state until something was checked: a link to an example. */
function ExampleCheck() {
  const hasRecent = useHasRecentLookups();
  const example = useExampleProduct();
  const { formatQuantity } = useLocale();
  if (hasRecent || !example) return null;
  return (
    <p style={{ overflowWrap: 'anywhere' }}>
      <Link to="/" search={{ product: example.productId, quantity: fromThousandths(exampleQuantity) }}>
        <Trans>
          Try an example: {formatQuantity(exampleQuantity, example.unit)} of{' '}
          <bdi>{example.name ?? example.productId}</bdi>
        </Trans>
      </Link>
    </p>
  );
}
