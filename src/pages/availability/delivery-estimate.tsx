import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import type { Wording } from '#features/answer/wording.ts';
import { Panel } from '#features/panel.tsx';
import { deliveryEstimate } from '#domain/delivery-estimate.ts';
import { type CalendarDate, later } from '#lib/calendar-date.ts';

const mostDays = 365;

/** Estimates the delivery date from the ship date. Its settings are search parameters. */
export function DeliveryEstimatePanel({ date, wording }: { date: CalendarDate; wording: Wording }) {
  const { t } = useLingui();
  const { deliveryDays = null, workingDays: workingDaysOnly = false } = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const [text, setText] = useState(deliveryDays === null ? '' : String(deliveryDays));
  const isWrong = text.trim() !== '' && readDays(text) === null;
  const set = (change: { deliveryDays?: number | undefined; workingDays?: boolean | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  const write = (next: string) => {
    setText(next);
    const days = readDays(next);
    if (days !== null || next.trim() === '') set({ deliveryDays: days ?? undefined });
  };
  const arrival =
    deliveryDays === null
      ? null
      : wording.formatDate(deliveryEstimate(later(wording.today, date), { deliveryDays, workingDaysOnly }), 'weekday');
  return (
    <Panel title={t`Estimated delivery`}>
      <Group gap={16} align="start" wrap="nowrap">
        <TextInput
          label={t`Transit days`}
          flex={1}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          error={isWrong ? t`Enter a whole number from 0 to ${mostDays}.` : undefined}
        />
        <Checkbox
          label={t`Count business days only`}
          mt={35}
          checked={workingDaysOnly}
          onChange={(event) => set({ workingDays: event.currentTarget.checked || undefined })}
        />
      </Group>
      <Text mt={12} c="dimmed" fz={14} aria-live="polite">
        {arrival === null ? (
          <Trans>Enter the transit days to estimate the delivery date.</Trans>
        ) : (
          <Trans>
            Estimated delivery: <strong>{arrival}</strong>. Holidays aren't considered.
          </Trans>
        )}
      </Text>
    </Panel>
  );
}

function readDays(text: string): number | null {
  const trimmed = text.trim();
  return /^\d{1,3}$/.test(trimmed) && Number(trimmed) <= mostDays ? Number(trimmed) : null;
}
