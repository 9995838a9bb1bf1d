import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';

import { useLocale } from '#ui/locale.tsx';
import { exportName } from '#domain/export/export-table.ts';

import { aboutLines } from './about-lines.ts';
import { pngOf } from './chart-image/png-of-picture.ts';
import { chartPicture } from './chart-image/chart-picture.ts';
import type { PictureGround } from './chart-image/svg-document.ts';
import type { Exportable } from './exportable.ts';
import { momentWords } from './moment-words.ts';
import { printReport } from './print/print-report.ts';
import type { Outcome } from './running/export-outcome.tsx';
import { saveFile } from './save-file.ts';
import { useExportSource } from './use-export-source.ts';

export type PictureFormat = 'png' | 'svg';

/** Takes a chart along as a picture, on the ground that the person chooses. */
export function usePictureExport({ screen, retrievedAt, filter, chart }: Exportable) {
  const { t, i18n } = useLingui();
  const { locale, today } = useLocale();
  const sourceOf = useExportSource();
  const [asked, setAsked] = useState<PictureFormat | null>(null);
  const [said, setSaid] = useState<Outcome>(null);

  async function start(format: PictureFormat, ground: PictureGround) {
    setAsked(null);
    const source = sourceOf?.(retrievedAt, filter);
    const notes = source
      ? [
          [source.filter, source.service, source.market].filter(Boolean).join(' · '),
          t`Retrieved ${momentWords(source.retrieved, locale)}`,
        ]
      : [];
    const picture = chart ? chartPicture(chart, { title: chart.title, notes, ground }) : null;
    const file =
      picture &&
      (format === 'svg' ? new Blob([picture.svg], { type: 'image/svg+xml' }) : await pngOf(picture).catch(() => null));
    const name = exportName(screen, today, format);
    if (file) saveFile(name, file);
    setSaid({ words: file ? t`Saved ${name}` : t`There is no chart to save here yet.` });
  }

  return {
    asked,
    said,
    choose: (format: PictureFormat) => setAsked(format),
    start: (format: PictureFormat, ground: PictureGround) => void start(format, ground),
    dismiss: () => setAsked(null),
    /** The chart alone, with what it is. */
    async print() {
      const source = sourceOf?.(retrievedAt, filter);
      if (!chart || !source) return;
      const about = aboutLines(i18n, { ...source, retrieved: momentWords(source.retrieved, locale) }, null);
      await printReport({ title: chart.title, subtitle: filter, columns: [], rows: [], about, chart, locale });
    },
  };
}
