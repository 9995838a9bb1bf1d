import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';

import { isCalendarDate, type CalendarDate } from '#lib/calendar-date.ts';

import classes from './quantity-field.module.css';

interface DateFieldProps {
  label: string;
  value: CalendarDate | null;
  onChange: (date: CalendarDate | null) => void;
  min?: CalendarDate;
  description?: ReactNode;
  error?: ReactNode;
}

/** Takes a day by the browser's own date control; a day that is half written is named on leaving the field. */
export function DateField({ label, value, onChange, error, ...input }: DateFieldProps) {
  const { t } = useLingui();
  const [unfinished, setUnfinished] = useState(false);
  return (
    <TextInput
      {...input}
      type="date"
      max="9999-12-31"
      label={label}
      value={value ?? ''}
      classNames={{ input: classes['input'] ?? '' }}
      error={unfinished ? t`${label} must be a whole date: day, month and year.` : error}
      onChange={(event) => {
        setUnfinished(false);
        const text = event.currentTarget.value;
        onChange(isCalendarDate(text) ? text : null);
      }}
      onBlur={(event) => setUnfinished(event.currentTarget.validity.badInput)}
    />
  );
}
