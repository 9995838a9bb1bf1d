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
  past?: PastDays;
}

/** For a day until today that is always one: `onChange` gets no null, and leaving the field empty restores the date. */
interface PastDays {
  first: CalendarDate;
  /** Error for another text, and for a day before the first or after today. */
  error: string;
}

/**
 * Date input: typed (`readTypedDate`), with what was read shown below, or picked from a calendar. A text that isn't a
 * date shows an error on blur and makes the form invalid. Without `past` the calendar starts today. Earlier dates can be
 * typed; the caller rejects them with `error`.
 */
export function DateField({ label, value, onChange, error, isInPanel = false, past, ...field }: DateFieldProps) {
  const { t, i18n } = useLingui();
  const locales = useLocale();
  const { locale, today, formatDate } = locales;
  const words = { ...locales, isPast: past !== undefined };
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [hasLeft, setHasLeft] = useState(false);
  // Null until first opened: the calendar is loaded then.
  const [isOpen, setOpen] = useState<boolean | null>(null);

  const complete = typed === null ? null : completeDate(typed, words);
  const isTyped = typed !== null && (past !== undefined || complete === value);
  const reading = isTyped ? readTypedDate(typed, words) : null;
  const text = isTyped ? typed : value === null ? '' : formatDate(value, 'figures');
  const isUnfinished = isTyped && !isOffered(complete) && typed.trim() !== '';
  const problem = isUnfinished ? (past?.error ?? describeDateProblem(typed, reading, i18n, words)) : '';
  useEffect(() => input.current?.setCustomValidity(problem), [problem]);

  /** Whether it is a date that the field takes. */
  function isOffered(date: CalendarDate | null): boolean {
    return date !== null && (past === undefined || (date >= past.first && date <= today));
  }

  function write(next: string) {
    setTyped(next);
    setHasLeft(false);
    change(completeDate(next, words));
  }

  /** Commits the typed text, which is then formatted like all dates. */
  function commit() {
    if (reading?.ok && isOffered(reading.date)) pick(reading.date);
    else if (past && text.trim() === '') setTyped(null);
    setHasLeft(true);
  }

  function pick(date: CalendarDate | null) {
    setTyped(null);
    change(date);
  }

  function change(date: CalendarDate | null) {
    if (date !== value && (past === undefined || isOffered(date))) onChange(date);
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
      {reading?.ok && isOffered(reading.date) && !hasLeft && (
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
            first={past?.first}
            onPick={pick}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The date of a text that can't become another one by typing on. */
function completeDate(text: string, words: Parameters<typeof readTypedDate>[1]): CalendarDate | null {
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
