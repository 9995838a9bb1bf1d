import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ActionIcon, TextInput } from '@mantine/core';
import { CalendarDays } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import { isCompleteDate, readTypedDate, type TypedDate } from '#stock/typed-date.ts';
import { addDays, type CalendarDate } from '#stock/calendar-date.ts';
import { dateOrder } from '#stock/locale-date.ts';

import { type Locale, useLocale } from './locale.tsx';

const DateCalendar = lazy(async () => ({ default: (await import('./date-calendar.tsx')).DateCalendar }));
const ReadingHint = lazy(async () => ({ default: (await import('./reading-hint.tsx')).ReadingHint }));

/** Pixels. */
const touchSize = 44;

interface DateFieldProps {
  label: string;
  value: CalendarDate | null;
  /** Null while the text isn't a date, and until the field is left if the text can become another one. */
  onChange: (date: CalendarDate | null) => void;
  description?: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
  className?: string;
  /** Whether the field is in a popover panel, which a click in the calendar mustn't close. */
  isInPanel?: boolean;
}

/**
 * Date input: typed (`readTypedDate`), with what was read shown below, or picked from a calendar. A text that isn't a
 * date shows an error on blur and makes the form invalid. The calendar starts today. Earlier dates can be typed; the
 * caller rejects them with `error`.
 */
export function DateField({ label, value, onChange, error, isInPanel = false, ...field }: DateFieldProps) {
  const { t, i18n } = useLingui();
  const words = useLocale();
  const { locale, formatDate } = words;
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [hasLeft, setHasLeft] = useState(false);
  // Null until first opened: the calendar is loaded then.
  const [isOpen, setOpen] = useState<boolean | null>(null);

  const isTyped = typed !== null && completeDate(typed, words) === value;
  const reading = isTyped ? readTypedDate(typed, words) : null;
  const text = isTyped ? typed : value === null ? '' : formatDate(value, 'figures');
  const isUnfinished = isTyped && value === null && typed.trim() !== '';
  const problem = isUnfinished ? describeDateProblem(typed, reading, i18n, words) : '';
  useEffect(() => input.current?.setCustomValidity(problem), [problem]);

  function write(next: string) {
    setTyped(next);
    setHasLeft(false);
    const date = completeDate(next, words);
    if (date !== value) onChange(date);
  }

  /** Commits the typed text, which is then formatted like all dates. */
  function commit() {
    if (reading?.ok) pick(reading.date);
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
      {reading?.ok && !hasLeft && (
        <Suspense>
          <ReadingHint field={input}>{formatDate(reading.date, 'weekday')}</ReadingHint>
        </Suspense>
      )}
      {isOpen !== null && (
        <Suspense>
          <DateCalendar
            anchor={button}
            opened={isOpen}
            withinPortal={!isInPanel}
            value={value}
            onPick={pick}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The date of a text that can't become another one by typing on. */
function completeDate(text: string, words: Locale): CalendarDate | null {
  const reading = isCompleteDate(text) ? readTypedDate(text, words) : null;
  return reading?.ok ? reading.date : null;
}

/** Why a text isn't a date, and how to correct it. */
export function describeDateProblem(
  text: string,
  reading: TypedDate | null,
  i18n: I18n,
  { today, formatDate }: Pick<Locale, 'today' | 'formatDate'>,
): string {
  if (reading?.ok === false && reading.reason === 'no-such-day') {
    const month = formatDate(reading.month, 'month');
    return t(i18n)`${month} has ${reading.days} days.`;
  }
  if (reading?.ok === false && reading.reason === 'far') return t(i18n)`Enter a date within the next 20 years.`;
  const example = formatDate(addDays(today, exampleDays), 'short');
  const written = text.trim();
  const named = written.length > maxNamed ? `${written.slice(0, maxNamed)}…` : written;
  return t(i18n)`“${named}” isn't a date. Enter a date such as ${example}, Friday or +14.`;
}

/** Characters of a text that a message names. */
const maxNamed = 40;

const exampleDays = 17;
