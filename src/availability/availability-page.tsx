import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CalendarSearch } from 'lucide-react';
import { lazy, memo, Suspense, useEffect, useRef, type Ref, type RefObject } from 'react';

import { useProduct } from '#data/products.ts';
import { stock } from '#data/stock.ts';
import { AnswerRegion } from '#parts/result/answer-region.tsx';
import { useAvailability } from '#parts/result/use-availability.ts';
import { goodsWords, useWording, type Wording } from '#parts/result/wording.ts';
import { LazyStockChart } from '#parts/chart/lazy-stock-chart.tsx';
import { useExampleProduct } from '#parts/example-products.ts';
import { Panel, PanelEmpty, PanelError, PanelWaiting } from '#parts/panel.tsx';
import { useKeyHelp } from '#ui/keys.ts';
import { AsOf, useLocale, useUnit } from '#ui/locale.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import type { ProductId } from '#stock/contract/product-id.ts';
import { addDays, type CalendarDate } from '#stock/calendar-date.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';
import { fromThousandths, type Thousandths } from '#stock/thousandths.ts';

import { AnswerPanel, AnswerSkeleton } from './answer-panel.tsx';
import { AvailabilityExport } from './availability-export.tsx';
import classes from './availability.module.css';
import { QuantityBreaksPanel } from './quantity-breaks.tsx';
import { QuestionForm, useQuestion } from './question-form.tsx';
import { type Question, searchOf } from './question.ts';
import { isSameQuestion } from './recent-lookups.ts';
import { RecentPanel, RememberLookup } from './recent-panel.tsx';
import { SplitDeliveryPanel } from './split-delivery.tsx';

// Needed only once there is a result, so not part of the first load.
const WhatIfPanel = lazy(() => import('./what-if-panel.tsx').then((module) => ({ default: module.WhatIfPanel })));
const DeliveryEstimatePanel = lazy(() =>
  import('./delivery-estimate.tsx').then((module) => ({ default: module.DeliveryEstimatePanel })),
);

export function AvailabilityPage() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/' });
  const search = useSearch({ from: '/' });
  const state = useQuestion(search, askFromForm);
  const { question, isResolving } = state;
  const chartRef = useRef<HTMLDivElement>(null);
  const { answerRef, follow } = useAnswerFocus(question);
  const product = useProduct(question?.productId ?? null);
  const wording = useWording(useUnit(product));

  function ask(next: Question) {
    // Repeating a check doesn't navigate, but refetches stale or failed data.
    void queries.prefetchQuery(stock.availability(next.productId, next.quantity));
    void navigate({
      search: (before) => ({ ...before, ...searchOf(next) }),
      resetScroll: false,
      // An address without a complete question gets no history entry.
      replace: question === null && search.product !== undefined,
    });
  }

  function askFromForm(next: Question) {
    ask(next);
    if (hasTouchKeyboard()) follow(next);
  }

  function askFromAnswer(next: Question) {
    ask(next);
    follow(next);
  }

  useKeyHelp(t`Availability`, [
    { keys: ['Enter'], description: t`Check availability, from any field` },
    { keys: ['←', '→'], description: t`Move slider (Home and End: minimum and maximum)` },
  ]);

  return (
    <>
      <PageHeading
        isHidden
        title={t`Availability`}
        documentTitle={question && product ? goodsWords(wording, product, question.quantity) : t`Availability`}
      />
      <div className={classes.page}>
        <QuestionForm state={state} shownProductId={question?.productId} />
        {question === null ? (
          <>
            {isResolving ? <AnswerRegion headline={<AnswerSkeleton />} /> : <EmptyAnswer />}
            <RecentPanel isIdle />
          </>
        ) : (
          <QuestionResult
            question={question}
            neededBy={state.neededBy}
            isOutdated={isResolving}
            onAsk={askFromAnswer}
            answerRef={answerRef}
            chartRef={chartRef}
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
function useAnswerFocus(question: Question | null) {
  const answerRef = useRef<HTMLElement>(null);
  const pending = useRef<string | null>(null);
  const shown = keyOf(question);
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
    follow: (next: Question) => {
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

function keyOf(question: Question | null): string | null {
  return question && JSON.stringify([question.productId, question.quantity, question.neededBy]);
}

const exampleQuantity: Thousandths = 100_000;
/** Days from today to the date in the example. */
const exampleDays = 17;

/** Empty state: instructions and a link to an example. */
function EmptyAnswer() {
  const { t } = useLingui();
  const example = useExampleProduct();
  const { today, formatQuantity, formatDate } = useLocale();
  const date = formatDate(addDays(today, exampleDays), 'short');
  return (
    <AnswerRegion
      headline={
        <PanelEmpty icon={CalendarSearch} title={t`Check product availability`}>
          <Text inherit mb={12}>
            <Trans>
              Enter a product, a quantity and a ship-by date, or all in one field: 300 m blue poplin by {date}
            </Trans>
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

interface QuestionResultProps {
  question: Question;
  /** The question's ship-by date; null while the field has another value. */
  neededBy: CalendarDate | null;
  /** Whether another question is being resolved, so that this result is outdated. */
  isOutdated: boolean;
  onAsk: (question: Question) => void;
  answerRef: Ref<HTMLElement>;
  chartRef: RefObject<HTMLDivElement | null>;
}

/** The result and all panels that depend on it. Those based on the calendar wait for it. */
function QuestionResult(props: QuestionResultProps) {
  const { question, isOutdated, onAsk, answerRef, chartRef } = props;
  const { t } = useLingui();
  const { productId, quantity, neededBy } = question;
  const result = useAvailability(productId, quantity);
  const { product, answer, timeline, isUnconfirmed, calendarError, wording, outdatedDay } = result;
  const isThis = isSameQuestion.bind(null, { product, quantity, neededBy });
  const checkQuantity = (other: Thousandths) => onAsk({ ...question, quantity: other });
  // If nothing could be loaded, the result panel shows why.
  const hasSide = !result.hasNoStockData && (timeline !== null || result.isPending || answer !== null);

  return (
    <AsOf day={outdatedDay}>
      <div className={classes.columns} data-outdated={outdatedDay !== null || undefined}>
        <div className={classes.answer}>
          {isOutdated ? (
            <AnswerRegion headline={<AnswerSkeleton />} />
          ) : (
            <AnswerPanel
              ref={answerRef}
              result={result}
              question={{ ...question, neededBy: props.neededBy }}
              isSameQuestion={isThis}
              onAsk={checkQuantity}
              actions={<AvailabilityExport question={question} chartRef={chartRef} />}
            />
          )}
        </div>
        {hasSide && (
          <div className={classes.side}>
            {timeline === null ? (
              <Panel title={t`Ship dates and split shipments`}>
                {calendarError === null ? (
                  <PanelWaiting lines={6} />
                ) : (
                  <PanelError error={calendarError} onRetry={result.refresh} />
                )}
              </Panel>
            ) : (
              <>
                <QuantityBreaksPanel
                  {...{ timeline, isUnconfirmed, quantity, answer, wording }}
                  onAsk={checkQuantity}
                />
                <SplitDeliveryPanel {...{ timeline, isUnconfirmed, quantity, wording }} />
              </>
            )}
            {answer !== null && answer.kind !== 'not-available' && (
              <Suspense fallback={<PanelWaiting height={190} />}>
                <DeliveryEstimatePanel date={answer.date} wording={wording} />
              </Suspense>
            )}
          </div>
        )}
        {result.isPending && (
          <div className={classes.rest}>
            <WaitingWhatIf />
            <Panel title={t`Available quantity over time`}>
              <PanelWaiting height={410} />
            </Panel>
          </div>
        )}
        {timeline !== null && !result.hasNoStockData && (
          <div className={classes.rest}>
            <Suspense fallback={<WaitingWhatIf />}>
              <WhatIfPanel
                key={`${productId} ${quantity} ${neededBy}`}
                timeline={timeline}
                isUnconfirmed={isUnconfirmed}
                checkedQuantity={quantity}
                neededBy={neededBy}
                wording={wording}
                onAsk={checkQuantity}
              />
            </Suspense>
            <div ref={chartRef}>
              <ChartPanel productId={productId} quantity={quantity} timeline={timeline} wording={wording} />
            </div>
          </div>
        )}
      </div>
      <RememberLookup result={result} neededBy={neededBy} />
      <RecentPanel isShownAbove={isThis} isIdle={!result.isFetching} />
    </AsOf>
  );
}

function WaitingWhatIf() {
  const { t } = useLingui();
  return (
    <Panel title={t`What-if`}>
      <PanelWaiting height={140} />
    </Panel>
  );
}

interface ChartPanelProps {
  productId: ProductId;
  quantity: Thousandths;
  timeline: StockTimeline;
  wording: Wording;
}

/** Available quantity over time, with the checked quantity as threshold. Memoized. */
const ChartPanel = memo(function ChartPanel({ productId, quantity, timeline, wording }: ChartPanelProps) {
  const { t } = useLingui();
  const duplicate = timeline.findings.find(({ kind }) => kind === 'second-max-lead-time');
  return (
    <Panel
      title={t`Available quantity over time`}
      description={t`Quantity available on each day.`}
      aside={
        <Link to="/products/$productId" params={{ productId }} search={{ quantity: fromThousandths(quantity) }}>
          <Trans>View stock calendar</Trans>
        </Link>
      }
    >
      {duplicate?.kind === 'second-max-lead-time' && (
        <p>
          <Trans>
            The calendar contains several max lead time dates. The latest, {wording.formatDate(duplicate.kept, 'long')},
            is used.
          </Trans>
        </p>
      )}
      <LazyStockChart timeline={timeline} quantity={quantity} unit={wording.unit} height={280} />
    </Panel>
  );
});
