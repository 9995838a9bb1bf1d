import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';

import { useProduct } from '#api/products.ts';
import { stock } from '#api/stock.ts';
import { AnswerRegion } from '#features/answer/answer-region.tsx';
import { goodsWords } from '#features/answer/answer-sentence.ts';
import { useWording } from '#features/answer/use-wording.ts';
import { useKeyHelp } from '#ui/keys.ts';
import { useLocale, useUnit } from '#ui/locale.tsx';
import { PageHeading } from '#ui/page-heading.tsx';

import { AnsweredQuestion } from './answered-question.tsx';
import { AnswerWaiting } from './answer-waiting.tsx';
import styles from './availability-page.module.css';
import { EmptyAnswer } from './empty-answer.tsx';
import { QuestionFields } from './question-fields.tsx';
import { type Question, questionOf, searchOf } from './question.ts';
import { RecentPanel } from './recent-panel.tsx';
import { TakeAvailability } from './take-availability.tsx';
import { hasTouchKeyboard, useAnswerFocus } from './use-answer-focus.ts';
import { useQuestionForm } from './use-question-form.ts';
import { useRecentLookups } from './use-recent-lookups.ts';

/** How much of which product can leave on which date. */
export function AvailabilityPage() {
  const { t } = useLingui();
  const { today } = useLocale();
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/' });
  const search = useSearch({ from: '/' });
  const question = questionOf(search, today);
  // An address may name a product by its SKU: what it means is found as if it had been typed.
  const isNamed = typeof search.product === 'string' && search.quantity !== undefined;
  const recent = useRecentLookups();
  const chartRef = useRef<HTMLDivElement>(null);
  const form = useQuestionForm(search, askFromForm);
  const { region, follow } = useAnswerFocus(question);
  const named = useProduct(question?.productId ?? null);
  const askedProduct = named ?? null;
  const wording = useWording(useUnit(named));
  const known = [form.picked, askedProduct].find((one) => String(one?.productId) === form.draft.product.trim()) ?? null;

  function ask({ productId, quantity, neededBy }: Question) {
    // The same question once more is no navigation, but what has grown stale or failed is asked again.
    void queries.prefetchQuery(stock.item(productId, quantity));
    void queries.prefetchQuery(stock.calendar(productId));
    void navigate({
      search: (before) => ({ ...before, ...searchOf({ productId, quantity, neededBy }) }),
      resetScroll: false,
      replace: typeof search.product === 'string',
    });
  }

  function askFromForm(asked: Question) {
    ask(asked);
    if (hasTouchKeyboard() && !isNamed) follow(asked);
  }

  function askFromAnswer(asked: Question) {
    ask(asked);
    follow(asked);
  }

  const keys = useMemo(
    () => [
      { keys: ['Enter'], does: t`Check availability, from any field` },
      { keys: ['←', '→'], does: t`Move a what-if slider; Home and End to its ends` },
    ],
    [t],
  );
  useKeyHelp(t`Availability`, keys);

  const { submit, draft } = form;
  const submitNamed = useEffectEvent(() => void submit(draft));
  useEffect(() => {
    if (isNamed) submitNamed();
  }, [isNamed]);

  return (
    <>
      <PageHeading
        title={t`Availability`}
        documentTitle={
          question && askedProduct ? goodsWords(wording, askedProduct, question.quantity) : t`Availability`
        }
        actions={question !== null && !form.isResolving && <TakeAvailability question={question} chartRef={chartRef} />}
      >
        <Trans>How much of which product can leave on which date.</Trans>
      </PageHeading>
      <div className={styles.page}>
        <QuestionFields form={form} product={known} isAsked={known?.productId === askedProduct?.productId} />
        {question === null ? (
          <>
            {form.isResolving ? <AnswerRegion headline={<AnswerWaiting />} /> : <EmptyAnswer />}
            <RecentPanel lookups={recent.lookups} isIdle />
          </>
        ) : (
          <AnsweredQuestion
            question={question}
            isReplaced={form.isResolving}
            recent={recent}
            onAsk={askFromAnswer}
            answerRef={region}
            chartRef={chartRef}
          />
        )}
      </div>
    </>
  );
}
