import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarPlus, Copy, FileSpreadsheet, FileText, Image, Printer, Settings2, Shapes } from 'lucide-react';
import { type RefObject, useState, useEffect } from 'react';
import { ActionMenu, type MenuAction } from '#ui/action-menu.tsx';
import type { Exportable } from './exportable.ts';
import { ExportDialog, ChoiceGroup, ExportModal } from './export-dialog.tsx';
import { useExportRun, useExportSource } from './use-export-run.ts';
import type { PictureGround } from '#features/export/chart-image/svg-document.ts';
import { useLocale } from '#ui/locale.tsx';
import { exportName } from '#domain/export/export-table.ts';
import { aboutLines, momentWords } from './about-lines.ts';
import { pngOf } from '#features/export/chart-image/png-of-picture.ts';
import { chartPicture } from '#features/export/chart-image/chart-picture.ts';
import { printReport } from '#features/export/print/print-report.ts';
import { saveFile } from './take-table.ts';
import { calendarFile } from '#domain/export/calendar-file.ts';
import { Said } from './said.tsx';

interface ExportPanelProps {
  exportable: Exportable;
  anchor: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onClose: () => void;
}

/** The menu with what can be taken along here, and what becomes of it. */
export function ExportPanel({ exportable, anchor, isOpen, onClose }: ExportPanelProps) {
  const { t } = useLingui();
  const { table, detail, chart, events } = exportable;
  const tables = useExportRun(exportable);
  const pictures = usePictureExport(exportable);
  const saveEvents = useEventsExport(exportable);

  const ofTable: MenuAction[] = [
    { id: 'csv', Icon: FileText, label: <Trans>CSV</Trans>, does: () => tables.choose('csv') },
    { id: 'xlsx', Icon: FileSpreadsheet, label: <Trans>Excel</Trans>, does: () => tables.choose('xlsx') },
    { id: 'copy', Icon: Copy, label: <Trans>Copy table</Trans>, does: () => tables.choose('copy') },
    { id: 'print', Icon: Printer, label: <Trans>Print</Trans>, does: () => tables.choose('print') },
  ];
  const ofChart: MenuAction[] = [
    { id: 'png', Icon: Image, label: <Trans>PNG</Trans>, does: () => pictures.choose('png'), startsGroup: true },
    { id: 'svg', Icon: Shapes, label: <Trans>SVG</Trans>, does: () => pictures.choose('svg') },
  ];
  const printAlone: MenuAction[] = [
    { id: 'print', Icon: Printer, label: <Trans>Print</Trans>, does: () => void pictures.print() },
  ];
  const ofEvents: MenuAction[] = [
    {
      id: 'ics',
      Icon: CalendarPlus,
      label: <Trans>Calendar file (.ics)</Trans>,
      does: saveEvents.save,
      startsGroup: true,
    },
  ];
  const settings: MenuAction[] = [
    {
      id: 'settings',
      Icon: Settings2,
      label: <Trans>CSV settings</Trans>,
      does: () => tables.adjust('csv'),
      startsGroup: true,
    },
  ];
  const actions = [
    ...(table ? ofTable : []),
    ...(chart ? ofChart : []),
    ...(chart && !table ? printAlone : []),
    ...(events ? ofEvents : []),
    ...(table?.rows.length === 1 && !detail ? settings : []),
  ];

  return (
    <>
      <ActionMenu anchor={anchor} isOpen={isOpen} label={t`Export`} actions={actions} onClose={onClose} />
      {table && <ExportDialog {...{ table, detail, tables }} />}
      <PictureDialog pictures={pictures} />
      <ExportOutcome said={[tables.said, pictures.said, saveEvents.said]} />
    </>
  );
}

interface PictureDialogProps {
  pictures: ReturnType<typeof usePictureExport>;
}

/** Asks what a picture is to stand on. */
function PictureDialog({ pictures }: PictureDialogProps) {
  const { t } = useLingui();
  const [ground, setGround] = useState<PictureGround>('white');
  const { asked } = pictures;
  if (asked === null) return null;
  return (
    <ExportModal
      title={asked === 'png' ? t`Export as PNG` : t`Export as SVG`}
      onClose={pictures.dismiss}
      onConfirm={() => pictures.start(asked, ground)}
    >
      <ChoiceGroup
        name={t`Background`}
        value={ground}
        choices={[
          { value: 'white', label: t`White` },
          { value: 'dark', label: t`Dark` },
          { value: 'transparent', label: t`Transparent` },
        ]}
        onChange={setGround}
      />
    </ExportModal>
  );
}

type PictureFormat = 'png' | 'svg';

/** Takes a chart along as a picture, on the ground that the person chooses. */
function usePictureExport({ screen, retrievedAt, filter, chart }: Exportable) {
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
    const name = exportName(screen, today, format, { isDemo: source?.isDemo });
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

/** Saves the promised days as a calendar file. */
function useEventsExport({ screen, events }: Exportable) {
  const { t } = useLingui();
  const { today } = useLocale();
  const sourceOf = useExportSource();
  const [said, setSaid] = useState<Outcome>(null);

  function save() {
    const promised = events?.() ?? [];
    if (promised.length === 0) {
      setSaid({ words: t`There is no promised date to put into a calendar.` });
      return;
    }
    const name = exportName(screen, today, 'ics', { isDemo: sourceOf?.(null, '').isDemo });
    saveFile(
      name,
      new Blob([calendarFile(promised, new Date().toISOString())], { type: 'text/calendar;charset=utf-8' }),
    );
    setSaid({ words: t`Saved ${name}` });
  }

  return { save, said };
}

/** What was done, as a new object each time; null before. */
export type Outcome = { words: string } | null;

const shownFor = 8000;

/** The last thing that was said, for a while: which file was saved, that a table was copied. */
function ExportOutcome({ said }: { said: readonly Outcome[] }) {
  const [shown, setShown] = useState<Outcome>(null);
  const [before, setBefore] = useState(said);
  const at = said.findIndex((outcome, index) => outcome !== before[index]);
  const changed = said[at];
  if (changed !== undefined) {
    setBefore(said);
    setShown(changed);
  }
  useEffect(() => {
    if (shown === null) return undefined;
    const timer = setTimeout(() => setShown(null), shownFor);
    return () => clearTimeout(timer);
  }, [shown]);
  return <Said>{shown?.words}</Said>;
}
