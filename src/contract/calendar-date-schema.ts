import './no-eval.ts';
import * as z from 'zod/mini';

import type { CalendarDate } from '#lib/calendar-date.ts';

/** A `YYYY-MM-DD` day that exists (§2.2, §2.3). */
export const CalendarDateSchema = z.iso.date() as unknown as z.ZodMiniType<CalendarDate, CalendarDate>;
