import { Trans, useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { useState } from 'react';

import { dateWords, type Wording } from '#features/answer/wording.ts';
import { Panel } from '#features/panel.tsx';
import { deliveryEstimate } from '#domain/delivery-estimate.ts';
import { type CalendarDate, later } from '#lib/calendar-date.ts';

import styles from './delivery-estimate-panel.module.css';

/** How long a delivery takes; null days: not asked for. */
export interface DeliverySettings {
  deliveryDays: number | null;
  workingDaysOnly: boolean;
}

const mostDays = 365;

/** When goods may arrive, as an estimate beside the date on which they can leave. */
export function DeliveryEstimatePanel(props: {
  date: CalendarDate;
  settings: DeliverySettings;
  wording: Wording;
  onChange: (settings: DeliverySettings) => void;
}) {
  const { date, settings, wording, onChange } = props;
  const { deliveryDays, workingDaysOnly } = settings;
  const { t } = useLingui();
  const [text, setText] = useState(deliveryDays === null ? '' : String(deliveryDays));
  const isWrong = text.trim() !== '' && readDays(text) === null;
  const write = (next: string) => {
    setText(next);
    const days = readDays(next);
    if (days !== null || next.trim() === '') onChange({ ...settings, deliveryDays: days });
  };
  const arrival =
    deliveryDays === null
      ? null
      : dateWords(wording, deliveryEstimate(later(wording.today, date), { deliveryDays, workingDaysOnly }));
  return (
    <Panel title={t`Delivery estimate`}>
      <div className={styles.fields}>
        <TextInput
          label={t`Delivery days`}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          error={isWrong ? t`Delivery days must be a whole number from 0 to ${mostDays}.` : undefined}
        />
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={workingDaysOnly}
            onChange={(event) => onChange({ ...settings, workingDaysOnly: event.currentTarget.checked })}
          />
          <Trans>Working days only</Trans>
        </label>
      </div>
      <p className={styles.estimate} aria-live="polite">
        {arrival === null ? (
          <Trans>Say how many days a delivery takes to see when the goods may arrive.</Trans>
        ) : (
          <Trans>
            May arrive about <strong>{arrival}</strong>: an estimate, no promise. Holidays are not counted.
          </Trans>
        )}
      </p>
    </Panel>
  );
}

function readDays(text: string): number | null {
  const trimmed = text.trim();
  return /^\d{1,3}$/.test(trimmed) && Number(trimmed) <= mostDays ? Number(trimmed) : null;
}
