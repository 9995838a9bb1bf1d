import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';

import { useLocale } from '#ui/locale.tsx';
import { isBlank } from '#domain/order/order-line.ts';
import { type CalendarDate, isCalendarDate } from '#lib/calendar-date.ts';

import type { OrderSession } from './order-session.ts';
import styles from './order-toolbar.module.css';

/** One day for every line; each can still have its own afterwards. */
export function NeededByForAll({ session, isEmpty }: { session: OrderSession; isEmpty: boolean }) {
  const { t } = useLingui();
  const { today } = useLocale();
  const [text, setText] = useState('');

  function set(neededBy: CalendarDate) {
    const lines = session.lines.getRows().filter((line) => !isBlank(line));
    const label = t`Needed by for all lines`;
    session.lines.setCells(
      lines.map(({ key }) => ({ key, cells: { neededBy } })),
      { label },
    );
  }

  return (
    <label className={styles.needed}>
      <Trans>Needed by for all lines</Trans>
      <input
        type="date"
        min={today}
        max="9999-12-31"
        value={text}
        disabled={isEmpty}
        onChange={({ currentTarget }) => {
          const { value } = currentTarget;
          setText(value);
          if (isCalendarDate(value) && value >= today) set(value);
        }}
      />
    </label>
  );
}
