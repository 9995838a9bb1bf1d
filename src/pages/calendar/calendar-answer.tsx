import { Trans, useLingui } from '@lingui/react/macro';

import { AddToOrderButton } from '#components/order-draft/add-to-order-button.tsx';
import { PanelError } from '#components/panel-states/panel-error.tsx';
import { PanelWaiting } from '#components/panel-states/panel-waiting.tsx';
import type { Thousandths } from '#lib/thousandths.ts';

import { AnswerNotes } from './answer-notes.tsx';
import { AnswerStatement } from './answer-statement.tsx';
import classes from './calendar-answer.module.css';
import { NotTrusted } from './not-trusted.tsx';
import type { Calendar } from './use-calendar.ts';

/** The service's answer for the quantity on screen; it is there before the answer is, so that its coming is heard. */
export function CalendarAnswer({ calendar, quantity }: { calendar: Calendar; quantity: Thousandths }) {
  const { t } = useLingui();
  const { answer, item } = calendar;
  const isTrusted = calendar.contradiction === null;
  return (
    <section
      aria-label={t`Answer`}
      className={classes.answer}
      data-kind={answer === null ? undefined : isTrusted ? answer.kind : 'not-trusted'}
    >
      <div aria-live="polite" aria-atomic>
        {answer === null && item.error !== null && (
          <PanelError error={item.error} onRetry={() => void item.refetch()} />
        )}
        {answer === null && item.error === null && <PanelWaiting lines={3} />}
        {answer !== null && isTrusted && (
          <AnswerStatement answer={answer} quantity={quantity} unit={calendar.product.unit} />
        )}
        {answer !== null && !isTrusted && <NotTrusted calendar={calendar} quantity={quantity} />}
      </div>
      {answer !== null && isTrusted && <AnswerNotes calendar={calendar} answer={answer} quantity={quantity} />}
      {answer !== null && <AddToOrderButton productId={calendar.product.productId} quantity={quantity} />}
      {answer !== null && isTrusted && answer.kind !== 'not-available' && (
        <p className={classes.caution}>
          <Trans>A date from which goods can leave, not a delivery date.</Trans>
        </p>
      )}
    </section>
  );
}
