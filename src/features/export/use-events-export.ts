import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';

import { useLocale } from '#ui/locale.tsx';
import { calendarFile } from '#domain/export/calendar-file.ts';
import { exportName } from '#domain/export/export-table.ts';

import type { Exportable } from './exportable.ts';
import type { Outcome } from './running/export-outcome.tsx';
import { saveFile } from './save-file.ts';

/** Saves the promised days as a calendar file. */
export function useEventsExport({ screen, events }: Exportable) {
  const { t } = useLingui();
  const { today } = useLocale();
  const [said, setSaid] = useState<Outcome>(null);

  function save() {
    const promised = events?.() ?? [];
    if (promised.length === 0) {
      setSaid({ words: t`There is no promised date to put into a calendar.` });
      return;
    }
    const name = exportName(screen, today, 'ics');
    saveFile(
      name,
      new Blob([calendarFile(promised, new Date().toISOString())], { type: 'text/calendar;charset=utf-8' }),
    );
    setSaid({ words: t`Saved ${name}` });
  }

  return { save, said };
}
