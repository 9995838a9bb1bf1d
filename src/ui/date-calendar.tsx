import '@mantine/dates/styles.css';
import 'dayjs/locale/de';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { DatePicker, type DayOfWeek } from '@mantine/dates';

import { isCalendarDate, later, type CalendarDate } from '#stock/calendar-date.ts';

import { useLocale } from './locale.tsx';
import { type OpenedPanel, PopoverPanel } from './popover-panel.tsx';

interface DateCalendarProps extends OpenedPanel {
  /** Whether it is outside the element around its field. */
  withinPortal: boolean;
  value: CalendarDate | null;
  /** The first day of a field for past days, which ends today and can't be empty. */
  first: CalendarDate | undefined;
  onPick: (date: CalendarDate | null) => void;
}

/** Calendar popover of a date field, loaded on first use. */
export function DateCalendar({ value, first, onPick, ...panel }: DateCalendarProps) {
  const { t } = useLingui();
  const { language, locale, today, formatDate } = useLocale();
  const shown = later(value ?? today, first ?? today);

  function pick(date: string | null) {
    onPick(date !== null && isCalendarDate(date) ? date : null);
    panel.onClose();
  }

  return (
    <PopoverPanel {...panel} label={t`Choose a date`}>
      <DatePicker
        locale={language}
        firstDayOfWeek={firstDayOfWeek(locale)}
        value={value}
        onChange={pick}
        hideOutsideDates
        weekendDays={[]}
        size="md"
        defaultDate={shown}
        minDate={first ?? today}
        {...(first !== undefined && { maxDate: today })}
        maxLevel="year"
        getDayAriaLabel={(day) => (isCalendarDate(day) ? formatDate(day, 'weekday') : day)}
        getDayProps={(day) => (day === shown ? { 'data-autofocus': true } : {})}
        ariaLabels={{
          previousMonth: t`Previous month`,
          nextMonth: t`Next month`,
          monthLevelControl: t`Choose a month`,
          previousYear: t`Previous year`,
          nextYear: t`Next year`,
        }}
      />
      {value !== null && first === undefined && (
        <Button variant="subtle" fullWidth mt="xs" onClick={() => pick(null)}>
          <Trans>Clear the date</Trans>
        </Button>
      )}
    </PopoverPanel>
  );
}

/** Returns the first day of the week; 0 is Sunday. */
function firstDayOfWeek(locale: string): DayOfWeek {
  const { getWeekInfo } = Intl.Locale.prototype as { getWeekInfo?: () => { firstDay: number } };
  return ((getWeekInfo?.call(new Intl.Locale(locale)).firstDay ?? 1) % 7) as DayOfWeek;
}
