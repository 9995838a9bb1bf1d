import { Trans } from '@lingui/react/macro';

import { AnswerAge } from '#features/answer/answer-age.tsx';
import { QuantityField, useQuantityDraft } from '#features/quantity-field.tsx';
import type { Thousandths } from '#lib/thousandths.ts';

import classes from './calendars-fields.module.css';

interface CalendarsFieldsProps {
  quantity: Thousandths | null;
  /** In units; undefined once the field was emptied. */
  onQuantity: (quantity: number | undefined) => void;
  includesMaxLeadTime: boolean;
  onMaxLeadTime: (included: boolean) => void;
  /** When what is on screen came, in Unix milliseconds; null while nothing did. */
  fetchedAt: number | null;
  isFetching: boolean;
  onRefresh: () => void;
}

/** What is asked of every product on the screen, and how old the answers are. */
export function CalendarsFields(props: CalendarsFieldsProps) {
  const { quantity, onQuantity, includesMaxLeadTime, onMaxLeadTime, fetchedAt, isFetching, onRefresh } = props;
  const draft = useQuantityDraft(quantity, onQuantity);
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
        <QuantityField value={draft.text} onChange={draft.write} onBlur={draft.commit} error={draft.error} />
      </div>
      <label className={classes.switch}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={includesMaxLeadTime}
          checked={includesMaxLeadTime}
          onChange={(event) => onMaxLeadTime(event.currentTarget.checked)}
        />
        <span aria-hidden className={classes.track} />
        <Trans>Include max lead time</Trans>
      </label>
      <div className={classes.age}>
        {fetchedAt !== null && <AnswerAge fetchedAt={fetchedAt} onRefresh={onRefresh} isFetching={isFetching} />}
      </div>
    </form>
  );
}
