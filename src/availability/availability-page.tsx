import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CalendarSearch } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { useProduct } from '#data/products.ts';
import { stock } from '#data/stock.ts';
import { AnswerRegion } from '#parts/result/answer-region.tsx';
import { goodsWords, productWords, useWording } from '#parts/result/wording.ts';
import { useExampleProduct } from '#parts/example-products.ts';
import { PanelEmpty } from '#parts/panel.tsx';
import { useKeyHelp } from '#ui/keys.ts';
import { useLocale, useUnit } from '#ui/locale.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { fromThousandths, type Thousandths } from '#stock/thousandths.ts';

import { AnswerSkeleton } from './answer-panel.tsx';
import classes from './availability.module.css';
import { ProductResult } from './product-result.tsx';
import { QuestionForm, useQuestion } from './question-form.tsx';
import { type Asked, searchOf } from './question.ts';
import { RecentPanel, useHasRecentLookups } from './recent-panel.tsx';

/** One screen for both questions: when a quantity of a product can ship, and its stock calendar. */
export function AvailabilityPage() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/' });
  const search = useSearch({ from: '/' });
  const state = useQuestion(search, askFromForm);
  const { asked, isResolving } = state;
  const { answerRef, follow } = useAnswerFocus(asked);
  const product = useProduct(asked?.productId ?? null);
  const wording = useWording(useUnit(product));
  const hasRecent = useHasRecentLookups();

  function ask(next: Asked) {
    // Repeating a check doesn't navigate, but refetches stale or failed data.
    void queries.prefetchQuery(stock.availability(next.productId, next.quantity));
    // The period of the chart is the product's.
    const isSame = next.productId === asked?.productId;
    void navigate({
      search: (before) => ({ ...before, ...(!isSame && { from: undefined, to: undefined }), ...searchOf(next) }),
      resetScroll: false,
      // An address without a complete question gets no history entry.
      replace: asked === null && search.product !== undefined,
    });
  }

  function askFromForm(next: Asked) {
    ask(next);
    if (hasTouchKeyboard()) follow(next);
  }

  function askFromAnswer(next: Asked) {
    ask(next);
    follow(next);
  }

  useKeyHelp(t`Availability`, [
    { keys: ['Enter'], description: t`Check availability, from any field` },
    { keys: ['C'], description: t`Copy for customer` },
    { keys: ['A'], description: t`Add to order` },
    { keys: ['L'], description: t`Copy link` },
  ]);

  const title =
    asked === null || !product
      ? t`Availability`
      : asked.quantity === null
        ? productWords(product)
        : goodsWords(wording, product, asked.quantity);
  const hasMore = search.deliveryDays !== undefined || search.mlt !== undefined || search.bucket !== undefined;
  return (
    <>
      <PageHeading isHidden title={t`Availability`} documentTitle={title} />
      <div className={classes.page}>
        <QuestionForm state={state} hasMore={hasMore} />
        {asked === null ? (
          <>
            <RecentPanel isIdle />
            {isResolving ? <AnswerRegion headline={<AnswerSkeleton />} /> : hasRecent || <EmptyAnswer />}
          </>
        ) : (
          <ProductResult
            asked={asked}
            neededBy={state.neededBy}
            isOutdated={isResolving}
            onAsk={askFromAnswer}
            onDrag={ask}
            answerRef={answerRef}
          />
        )}
      </div>
    </>
  );
}

/**
 * Manages focus. `follow` focuses the result of a question as soon as it is shown. If the link or button with focus
 * disappears, the result receives focus.
 */
function useAnswerFocus(asked: Asked | null) {
  const answerRef = useRef<HTMLElement>(null);
  const pending = useRef<string | null>(null);
  const shown = keyOf(asked);
  const before = useRef(shown);

  useEffect(() => {
    const element = answerRef.current;
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
    answerRef,
    follow: (next: Asked) => {
      if (keyOf(next) !== shown) pending.current = keyOf(next);
      else if (answerRef.current !== null) moveTo(answerRef.current);
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

function keyOf(asked: Asked | null): string | null {
  return asked && JSON.stringify([asked.productId, asked.quantity, asked.neededBy]);
}

const exampleQuantity: Thousandths = 100_000;

/** Empty state: instructions and a link to an example. */
function EmptyAnswer() {
  const { t } = useLingui();
  const example = useExampleProduct();
  const { formatQuantity } = useLocale();
  return (
    <AnswerRegion
      headline={
        <PanelEmpty icon={CalendarSearch} title={t`Check product availability`}>
          <Text inherit mb={12}>
            <Trans>Enter a product, a quantity and a ship-by date, or all in one field.</Trans>
          </Text>
          {/* Reserves space for the example while it loads. */}
          <Box mih={44}>
            {example && (
              <Link to="/" search={{ product: example.productId, quantity: fromThousandths(exampleQuantity) }}>
                <Trans>
                  Try an example: {formatQuantity(exampleQuantity, example.unit)} of{' '}
                  <bdi>{example.name ?? example.productId}</bdi>
                </Trans>
              </Link>
            )}
          </Box>
        </PanelEmpty>
      }
    />
  );
}
