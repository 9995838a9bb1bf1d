import { useEffect, useState } from 'react';

import { todayIn, type CalendarDate } from '#lib/calendar-date.ts';

const longestWait = 60_000;

/** The person's local date, carried on over midnight and after the machine slept. */
export function useToday(): CalendarDate {
  const [today, setToday] = useState(() => todayIn());
  useEffect(() => {
    const update = () => setToday(todayIn());
    const timer = setInterval(update, longestWait);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return today;
}
