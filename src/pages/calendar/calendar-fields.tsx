import { Trans } from '@lingui/react/macro';

import { AnswerAge } from '#features/answer-age/answer-age.tsx';
import { QuantityField } from '#features/fields/quantity-field.tsx';
import { useQuantityDraft } from '#features/fields/use-quantity-draft.ts';

import classes from './calendar-fields.module.css';
import type { Calendar } from './use-calendar.ts';

interface CalendarFieldsProps {
  calendar: Calendar;
  includesMaxLeadTime: boolean;
  /** In the product's unit; undefined once the field was emptied. */
  onQuantity: (quantity: number | undefined) => void;
  onMaxLeadTime: (included: boolean) => void;
}

/** What is asked of the calendar, and how old it is. */
export function CalendarFields({ calendar, includesMaxLeadTime, onQuantity, onMaxLeadTime }: CalendarFieldsProps) {
  const draft = useQuantityDraft(calendar.quantity, onQuantity);
  return (
    <form
      className={classes.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        draft.commit();
      }}
    >
      <div className={classes.quantity}>
        <QuantityField
          value={draft.text}
          onChange={draft.write}
          onBlur={draft.commit}
          unit={calendar.unit}
          error={draft.error}
        />
      </div>
      <label className={classes.check}>
        <input
          type="checkbox"
          checked={includesMaxLeadTime}
          onChange={(event) => onMaxLeadTime(event.currentTarget.checked)}
        />
        <Trans>Include max lead time</Trans>
      </label>
      <div className={classes.age}>
        {calendar.fetchedAt !== null && (
          <AnswerAge
            lastUpdateDate={calendar.lastUpdateDate}
            fetchedAt={calendar.fetchedAt}
            onRefresh={calendar.refresh}
            isFetching={calendar.isFetching}
          />
        )}
      </div>
    </form>
  );
}
