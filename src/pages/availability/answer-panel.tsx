import type { Ref } from 'react';

import { AnswerHeadline } from '#features/answer/answer-headline.tsx';
import { AnswerNotes } from '#features/answer/answer-notes.tsx';
import { AnswerRegion } from '#features/answer/answer-region.tsx';
import { NotTrusted } from '#features/answer/not-trusted.tsx';
import { StandInNote } from '#features/answer/stand-in-note.tsx';
import { PanelError } from '#features/panel.tsx';
import type { Thousandths } from '#lib/thousandths.ts';

import { AnswerFooter } from './answer-footer.tsx';
import { AnswerWaiting } from './answer-waiting.tsx';
import { EarlierAnswer } from './earlier-answer.tsx';
import { neededByWords } from './needed-by-sentence.ts';
import { ProductLine } from './product-line.tsx';
import type { RecentLookup } from './recent-lookups.ts';
import type { Asked } from './use-asked.ts';
import { VerdictMark } from './verdict-mark.tsx';

/** The answer to the question on screen, or why there is none. */
export function AnswerPanel(props: {
  asked: Asked;
  /** The answer of an earlier visit to the same question, where one is remembered. */
  remembered: RecentLookup | undefined;
  onAsk: (quantity: Thousandths) => void;
  ref: Ref<HTMLElement>;
}) {
  const { asked, remembered, onAsk, ref } = props;
  const { answer, item, contradiction, product, wording, timeline, calendar } = asked;
  const { quantity } = asked.question;
  if (answer === null && item.error !== null && !item.isFetching) {
    return (
      <AnswerRegion ref={ref} headline={<PanelError error={item.error} onRetry={item.refresh} />}>
        {remembered !== undefined && <EarlierAnswer lookup={remembered} wording={wording} />}
      </AnswerRegion>
    );
  }
  if (answer === null) return <AnswerRegion ref={ref} headline={<AnswerWaiting />} />;
  if (contradiction !== null) {
    return (
      <AnswerRegion
        ref={ref}
        kind="not-trusted"
        headline={
          <>
            <ProductLine product={product} />
            <NotTrusted {...{ answer, contradiction, quantity, wording }} />
          </>
        }
      >
        <AnswerFooter asked={asked} answer={null} />
      </AnswerRegion>
    );
  }
  const verdict = <VerdictMark asked={asked} answer={answer} />;
  return (
    <AnswerRegion
      ref={ref}
      kind={answer.kind}
      headline={
        <>
          <ProductLine product={product} />
          <AnswerHeadline {...{ answer, quantity, product, wording, verdict }} />
        </>
      }
    >
      {item.isStandIn && <StandInNote givenAt={item.settledAt} />}
      <AnswerNotes
        {...{ answer, quantity, timeline, wording, onAsk }}
        isPending={calendar.isPending}
        remedy={neededByWords(asked, answer)?.remedy ?? null}
      />
      <AnswerFooter asked={asked} answer={answer} />
    </AnswerRegion>
  );
}
