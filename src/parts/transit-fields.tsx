import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { useLingui } from '@lingui/react/macro';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';

import type { DeliveryOptions } from '#stock/delivery-estimate.ts';

import { maxTransitDays } from './transit-days.ts';

interface TransitFieldsProps {
  /** At first. */
  transit: DeliveryOptions | null;
  onChange: (transit: DeliveryOptions | null, workingDaysOnly: boolean) => void;
}

/** Transit days, from which the delivery date is estimated. */
export function TransitFields({ transit, onChange }: TransitFieldsProps) {
  const { t } = useLingui();
  const [text, setText] = useState(transit === null ? '' : String(transit.deliveryDays));
  const [workingDaysOnly, setWorkingDaysOnly] = useState(transit?.workingDaysOnly ?? false);
  const isWrong = text.trim() !== '' && readDays(text) === null;
  const change = (days: number | null, isWorkingDays: boolean) =>
    onChange(days === null ? null : { deliveryDays: days, workingDaysOnly: isWorkingDays }, isWorkingDays);
  const write = (next: string) => {
    setText(next);
    const days = readDays(next);
    if (days !== null || next.trim() === '') change(days, workingDaysOnly);
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
          change(readDays(text), event.currentTarget.checked);
        }}
      />
    </>
  );
}

function readDays(text: string): number | null {
  const trimmed = text.trim();
  return /^\d{1,3}$/.test(trimmed) && Number(trimmed) <= maxTransitDays ? Number(trimmed) : null;
}
