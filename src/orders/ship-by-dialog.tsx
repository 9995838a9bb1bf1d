import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';

import type { CalendarDate } from '#stock/calendar-date.ts';
import { shipByProblem } from '#stock/ship-by.ts';
import { type OrderSession, useOrder } from '#orders/lines/order-session.ts';
import { DateField } from '#ui/date-field.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useLocale } from '#ui/locale.tsx';

/** Sets one date for all lines, including later ones. Each can be changed afterwards. */
export function ShipByDialog({ session, onClose }: { session: OrderSession; onClose: () => void }) {
  const { t } = useLingui();
  const { today, namedToday, formatDate } = useLocale();
  const shipBy = useOrder(session, (order) => order.shipBy);
  const [rejected, setRejected] = useState<CalendarDate | null>(null);
  const problem = rejected && shipByProblem(rejected, today);
  const pastWords =
    namedToday === null ? t`Ship by is before ${formatDate(today, 'medium')}.` : t`Ship by is before today.`;

  function set(day: CalendarDate | null) {
    const isRejected = day !== null && shipByProblem(day, today) !== null;
    setRejected(isRejected ? day : null);
    if (!isRejected) session.setShipBy(day);
  }

  return (
    <Dialog title={t`Ship by (all lines)`} closeLabel={t`Close`} width={420} isCentered onClose={onClose}>
      <DateField
        label={t`Ship by`}
        description={t`Latest date the goods may ship`}
        value={rejected ?? shipBy}
        onChange={set}
        error={problem && (problem === 'past-date' ? pastWords : t`Ship by is more than 20 years ahead.`)}
      />
    </Dialog>
  );
}
