import { useLingui } from '@lingui/react/macro';
import { CalendarDays, CalendarRange, ListChecks, PackageCheck, Plug } from 'lucide-react';

/** The screens one can go to, in the order of the navigation. */
export function useScreens() {
  const { t } = useLingui();
  return [
    { to: '/', name: t`Availability`, Icon: PackageCheck },
    { to: '/order', name: t`Order`, Icon: ListChecks },
    { to: '/products', name: t`Calendar`, Icon: CalendarDays },
    { to: '/calendars', name: t`Calendars`, Icon: CalendarRange },
    { to: '/connection', name: t`Connection`, Icon: Plug },
  ] as const;
}
