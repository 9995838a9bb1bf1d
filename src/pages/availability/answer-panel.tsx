import { PanelError } from '#components/panel-states/panel-error.tsx';
import type { Thousandths } from '#lib/thousandths.ts';

import { AnswerFooter } from './answer-footer.tsx';
import { AnswerHeadline } from './answer-headline.tsx';
import { AnswerNotes } from './answer-notes.tsx';
import { AnswerRegion } from './answer-region.tsx';
import { AnswerWaiting } from './answer-waiting.tsx';
import { EarlierAnswer } from './earlier-answer.tsx';
import { NotTrusted } from './not-trusted.tsx';
import type { RecentLookup } from './recent-lookups.ts';
import type { Asked } from './use-asked.ts';

/** The answer to the question on screen, or why there is none. */
export function AnswerPanel(props: {
  asked: Asked;
  /** The answer of an earlier visit to the same question, where one is remembered. */
  remembered: RecentLookup | undefined;
  onAsk: (quantity: Thousandths) => void;
}) {
  const { asked, remembered, onAsk } = props;
  const { answer, item, contradiction } = asked;
  if (answer === null && item.error !== null && !item.isFetching) {
    return (
      <AnswerRegion headline={<PanelError error={item.error} onRetry={item.refresh} />}>
        {remembered !== undefined && <EarlierAnswer lookup={remembered} wording={asked.wording} />}
      </AnswerRegion>
    );
  }
  if (answer === null) return <AnswerRegion headline={<AnswerWaiting />} />;
  if (contradiction !== null) {
    return (
      <AnswerRegion
        kind="not-trusted"
        headline={<NotTrusted asked={asked} answer={answer} contradiction={contradiction} />}
      >
        <AnswerFooter asked={asked} answer={null} />
      </AnswerRegion>
    );
  }
  return (
    <AnswerRegion kind={answer.kind} headline={<AnswerHeadline asked={asked} answer={answer} />}>
      <AnswerNotes asked={asked} answer={answer} onAsk={onAsk} />
      <AnswerFooter asked={asked} answer={answer} />
    </AnswerRegion>
  );
}
