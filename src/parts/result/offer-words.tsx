import { Trans } from '@lingui/react/macro';

import { type CalendarDate, later } from '#stock/calendar-date.ts';
import type { Offer } from '#stock/offers.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import type { Wording } from './wording.ts';

const noBreakSpace = '\u00a0';

/** `80 m on Dec 1, the remaining 20 m on Dec 8`. */
export function OfferWords(props: { offer: Offer; needed: Thousandths; wording: Wording }) {
  const { offer, needed, wording } = props;
  const { quantity, stockResult, part } = offer;
  const amount = wording.formatQuantity(quantity);
  // A date also for today: *on December 11*.
  const dayOf = (day: CalendarDate) =>
    wording.formatDate(later(wording.today, day), 'long').replaceAll(' ', noBreakSpace);
  const date = dayOf(stockResult.date);
  const isMaxLeadTime = stockResult.kind === 'max-lead-time';
  if (offer.kind === 'smaller') {
    const less = wording.formatQuantity(needed - quantity);
    return (
      <Trans>
        <b>{amount}</b> on <b>{date}</b>, {less} less
      </Trans>
    );
  }
  if (part !== null) {
    const first = wording.formatQuantity(part.quantity);
    const rest = wording.formatQuantity(quantity - part.quantity);
    const day = dayOf(part.date);
    return isMaxLeadTime ? (
      <Trans>
        <b>{first}</b> on <b>{day}</b>, the remaining {rest} from {date}, at max lead time
      </Trans>
    ) : (
      <Trans>
        <b>{first}</b> on <b>{day}</b>, the remaining {rest} on {date}
      </Trans>
    );
  }
  return isMaxLeadTime ? (
    <Trans>
      All <b>{amount}</b> from <b>{date}</b>, at max lead time
    </Trans>
  ) : (
    <Trans>
      All <b>{amount}</b> on <b>{date}</b>
    </Trans>
  );
}
