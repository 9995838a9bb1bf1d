import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { useLingui } from '@lingui/react/macro';
import { Checkbox, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { maxTransitDays, useTransitDays } from '#parts/transit-days.ts';

/** Transit days, from which the delivery date is estimated. They are search parameters, and remembered. */
export function TransitFields() {
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
  return (
    <>
      <TextInput
        label={t`Transit days`}
        w={160}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
        error={isWrong ? t`Enter a whole number from 0 to ${maxTransitDays}.` : undefined}
      />
      <Checkbox
        label={t`Count business days only`}
        checked={workingDaysOnly}
        onChange={(event) => {
          setWorkingDaysOnly(event.currentTarget.checked);
          set(readDays(text), event.currentTarget.checked);
        }}
      />
    </>
  );
}

function readDays(text: string): number | null {
  const trimmed = text.trim();
  return /^\d{1,3}$/.test(trimmed) && Number(trimmed) <= maxTransitDays ? Number(trimmed) : null;
}
