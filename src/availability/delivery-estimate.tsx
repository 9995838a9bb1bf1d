import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import type { Wording } from '#parts/result/wording.ts';
import { Panel } from '#parts/panel.tsx';
import { maxTransitDays, useTransitDays } from '#parts/transit-days.ts';
import { deliveryEstimate } from '#stock/delivery-estimate.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';

/** Estimates the delivery date from the ship date. Its settings are search parameters, and remembered. */
export function DeliveryEstimatePanel({ date, wording }: { date: CalendarDate; wording: Wording }) {
  const { t } = useLingui();
  const { transit, setTransit } = useTransitDays(useSearch({ from: '/' }));
  const navigate = useNavigate({ from: '/' });
  const [text, setText] = useState(transit === null ? '' : String(transit.deliveryDays));
  const [workingDaysOnly, setWorkingDaysOnly] = useState(transit?.workingDaysOnly ?? false);
  const isWrong = text.trim() !== '' && readDays(text) === null;
  const set = (days: number | null, isWorkingDays: boolean) => {
    setTransit(days === null ? null : { deliveryDays: days, workingDaysOnly: isWorkingDays });
    const change = { deliveryDays: days ?? undefined, workingDays: isWorkingDays || undefined };
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  };
  const write = (next: string) => {
    setText(next);
    const days = readDays(next);
    if (days !== null || next.trim() === '') set(days, workingDaysOnly);
  };
  const arrival =
    transit === null ? null : wording.formatDate(deliveryEstimate(later(wording.today, date), transit), 'weekday');
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
          error={isWrong ? t`Enter a whole number from 0 to ${maxTransitDays}.` : undefined}
        />
        <Checkbox
          label={t`Count business days only`}
          mt={35}
          checked={workingDaysOnly}
          onChange={(event) => {
            setWorkingDaysOnly(event.currentTarget.checked);
            set(readDays(text), event.currentTarget.checked);
          }}
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
  return /^\d{1,3}$/.test(trimmed) && Number(trimmed) <= maxTransitDays ? Number(trimmed) : null;
}
