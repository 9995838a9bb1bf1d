import { AnswerHeadline } from '#features/answer/answer-headline.tsx';
import { AnswerNotes } from '#features/answer/answer-notes.tsx';
import { AnswerRegion } from '#features/answer/answer-region.tsx';
import { NotTrusted } from '#features/answer/not-trusted.tsx';
import { useWording } from '#features/answer/use-wording.ts';
import { AddToOrderButton } from '#features/saved-orders/add-to-order-button.tsx';
import { PanelError, PanelWaiting } from '#features/panel.tsx';
import type { Thousandths } from '#lib/thousandths.ts';

import classes from './calendar-answer.module.css';
import type { Calendar } from './use-calendar.ts';

interface CalendarAnswerProps {
  calendar: Calendar;
  quantity: Thousandths;
  onAsk: (quantity: Thousandths) => void;
}

/** The service's answer for the quantity on screen. */
export function CalendarAnswer({ calendar, quantity, onAsk }: CalendarAnswerProps) {
  const { answer, item, contradiction, product, unit, whole } = calendar;
  const wording = useWording(unit);
  if (answer === null) {
    const headline =
      item.error === null ? (
        <div className={classes.coming}>
          <PanelWaiting lines={3} />
        </div>
      ) : (
        <PanelError error={item.error} onRetry={() => void item.refetch()} />
      );
    return <AnswerRegion isCompact headline={headline} />;
  }
  const add = <AddToOrderButton productId={product.productId} quantity={quantity} />;
  if (contradiction !== null) {
    return (
      <AnswerRegion
        isCompact
        kind="not-trusted"
        headline={<NotTrusted {...{ answer, contradiction, quantity, wording }} />}
        aside={add}
      />
    );
  }
  return (
    <AnswerRegion
      isCompact
      kind={answer.kind}
      headline={<AnswerHeadline isCompact product={null} {...{ answer, quantity, wording }} />}
      aside={add}
    >
      <AnswerNotes
        {...{ answer, quantity, wording, onAsk }}
        timeline={whole}
        isPending={calendar.error === null && whole === null}
      />
    </AnswerRegion>
  );
}
