import { useLingui } from '@lingui/react/macro';
import { ActionIcon, TextInput } from '@mantine/core';
import { CalendarDays } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import type { CalendarDate } from '#lib/calendar-date.ts';
import { dateOrder, readDate } from '#lib/locale-date.ts';

import { useLocale } from './locale.tsx';

const DateCalendar = lazy(async () => ({ default: (await import('./date-calendar.tsx')).DateCalendar }));

/** Pixels. */
const touchSize = 44;

interface DateFieldProps {
  label: string;
  value: CalendarDate | null;
  /** Null while the text isn't a complete date. */
  onChange: (date: CalendarDate | null) => void;
  description?: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
  className?: string;
}

/**
 * Date input: typed in the user's format (`17.3.2026`, `17.3.26`) or ISO 8601, or picked from a calendar. An incomplete
 * date shows an error on blur and makes the form invalid. The calendar starts today. Earlier dates can be typed; the
 * caller rejects them with `error`.
 */
export function DateField({ label, value, onChange, error, ...field }: DateFieldProps) {
  const { t } = useLingui();
  const { locale, formatDate } = useLocale();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [hasLeft, setHasLeft] = useState(false);
  // Null until first opened: the calendar is loaded then.
  const [isOpen, setOpen] = useState<boolean | null>(null);

  const isTyped = typed !== null && readCompleteDate(typed, locale) === value;
  const text = isTyped ? typed : value === null ? '' : formatDate(value, 'figures');
  const isUnfinished = isTyped && value === null && typed.trim() !== '';
  const problem = isUnfinished ? t`${label}: enter a complete date with day, month and year.` : '';
  useEffect(() => input.current?.setCustomValidity(problem), [problem]);

  function write(next: string) {
    setTyped(next);
    setHasLeft(false);
    const date = readCompleteDate(next, locale);
    if (date !== value) onChange(date);
  }

  /** Commits the typed text: on blur `17.3.26` counts as complete and is reformatted like all dates. */
  function commit() {
    const date = readDate(text, locale);
    if (date !== null) pick(date);
    setHasLeft(true);
  }

  function pick(date: CalendarDate | null) {
    setTyped(null);
    if (date !== value) onChange(date);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') commit();
    if (event.key !== 'ArrowDown' || !event.altKey) return;
    event.preventDefault();
    setOpen(true);
  }

  const partNames = { day: t`DD`, month: t`MM`, year: t`YYYY` };
  const mark = formatDate('2026-03-17', 'figures')
    .replaceAll(/[\d\u200e\u200f]/g, '')
    .slice(0, 1);
  return (
    <>
      <TextInput
        {...field}
        ref={input}
        label={label}
        value={text}
        placeholder={dateOrder(locale)
          .map((part) => partNames[part])
          .join(mark)}
        autoComplete="off"
        spellCheck={false}
        error={isUnfinished && hasLeft ? problem : error}
        onChange={(event) => write(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
        rightSectionWidth={touchSize}
        rightSection={
          <ActionIcon
            ref={button}
            aria-label={t`Choose a date`}
            aria-haspopup="dialog"
            aria-expanded={isOpen === true}
            disabled={field.disabled}
            onClick={() => setOpen(!isOpen)}
          >
            <CalendarDays aria-hidden size={18} />
          </ActionIcon>
        }
      />
      {isOpen !== null && (
        <Suspense>
          <DateCalendar anchor={button} opened={isOpen} value={value} onPick={pick} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Parses typed text only once it has a four-digit year: `17.3.20` may still become 2026. */
function readCompleteDate(text: string, locale: string): CalendarDate | null {
  return /\d{4}/.test(text) ? readDate(text, locale) : null;
}
