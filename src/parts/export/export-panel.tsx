import { useLingui } from '@lingui/react/macro';
import {
  CalendarPlus,
  Copy,
  FileSpreadsheet,
  FileText,
  Image,
  Images,
  Mail,
  Printer,
  Rss,
  Settings2,
  Shapes,
  TriangleAlert,
} from 'lucide-react';
import { lazy, type RefObject, Suspense, useState } from 'react';

import { drawCharts } from '#parts/chart/lazy-stock-chart.tsx';
import { calendarFile } from '#stock/export/calendar-file.ts';
import { exportName } from '#stock/export/export-table.ts';
import { ActionMenu, type MenuAction } from '#ui/action-menu.tsx';
import { useLocale } from '#ui/locale.tsx';

import { momentWords, useExportSource } from './about-lines.ts';
import {
  chartPicture,
  type PictureGround,
  type PictureSize,
  pngOf,
  svgOf,
} from '#parts/export/chart-image/chart-picture.ts';
import { copyPicture } from './copy-to-clipboard.ts';
import { ChoiceGroup, ExportDialog, ExportModal } from './export-dialog.tsx';
import type { CustomerTable, Exportable } from './exportable.ts';
import { RiskDialog } from './risk-dialog.tsx';
import { StatusMessage, useStatusMessage } from './toolbar-button.tsx';
import { customerWorkbook, saveFile } from './table-export.ts';
import { useExportRun } from './use-export-run.ts';

const LiveAddressDialog = lazy(async () => ({
  default: (await import('./live-address-dialog.tsx')).LiveAddressDialog,
}));

interface ExportPanelProps {
  exportable: Exportable;
  anchor: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onClose: () => void;
}

/** `copy`: to the clipboard, as PNG. */
type PictureFormat = 'png' | 'svg' | 'copy';

interface PictureLook {
  ground: PictureGround;
  size: PictureSize;
}

/** Export menu with its dialogs and confirmations. */
export function ExportPanel({ exportable, anchor, isOpen, onClose }: ExportPanelProps) {
  const { t } = useLingui();
  const { table, detail, risks, forCustomer, chart, events, live } = exportable;
  const [said, say] = useStatusMessage();
  const tables = useExportRun(exportable, say);
  const atRisk = useExportRun(exportable, say);
  const [picture, setPicture] = useState<PictureFormat | null>(null);
  const single = useSingleExports(exportable);
  const [isLive, setIsLive] = useState(false);

  // Further tables are only in a workbook and on paper.
  const isOneTable = table.further === undefined;
  const actions: MenuAction[] = [
    { id: 'xlsx', Icon: FileSpreadsheet, label: t`Excel`, run: () => tables.choose('xlsx') },
    { id: 'print', Icon: Printer, label: t`Print`, run: () => tables.choose('print') },
  ];
  if (isOneTable) {
    actions.unshift({ id: 'csv', Icon: FileText, label: t`CSV`, run: () => tables.choose('csv') });
    actions.splice(2, 0, { id: 'copy', Icon: Copy, label: t`Copy table`, run: () => tables.choose('copy') });
  }
  const startsGroup = true;
  if (risks) {
    const run = () => atRisk.start({ format: 'show', table: risks, scope: 'all' });
    actions.push({ id: 'risks', Icon: TriangleAlert, label: t`Late and at risk`, run, startsGroup });
  }
  if (forCustomer) {
    const run = async () => {
      const found = await forCustomer();
      if (found) say(await single.saveForCustomer(found));
    };
    actions.push({
      id: 'customer',
      Icon: Mail,
      label: t`For the customer (Excel)`,
      run: () => void run(),
      startsGroup: !risks,
    });
  }
  if (chart) {
    actions.push({ id: 'png', Icon: Image, label: t`PNG`, run: () => setPicture('png'), startsGroup });
    actions.push({ id: 'svg', Icon: Shapes, label: t`SVG`, run: () => setPicture('svg') });
    actions.push({ id: 'copy-picture', Icon: Images, label: t`Copy picture`, run: () => setPicture('copy') });
  }
  if (events) {
    const run = () => say(single.saveEvents());
    actions.push({ id: 'ics', Icon: CalendarPlus, label: t`Calendar file (.ics)`, run, startsGroup });
  }
  if (live) {
    const run = () => setIsLive(true);
    actions.push({ id: 'live', Icon: Rss, label: t`Live address`, run, startsGroup: !events });
  }
  if (isOneTable && table.rows.length === 1 && !detail) {
    const run = () => tables.adjust('csv');
    actions.push({ id: 'settings', Icon: Settings2, label: t`CSV settings`, run, startsGroup });
  }

  return (
    <>
      <ActionMenu anchor={anchor} isOpen={isOpen} label={t`Export`} actions={actions} onClose={onClose} />
      {risks && atRisk.run.phase === 'done' && (
        <RiskDialog risks={risks} found={atRisk.run.result} tables={tables} onClose={atRisk.dismiss} />
      )}
      {risks && atRisk.run.phase !== 'done' && <ExportDialog table={risks} tables={atRisk} />}
      <ExportDialog {...{ table, detail, tables }} />
      {picture !== null && (
        <PictureDialog
          format={picture}
          onClose={() => setPicture(null)}
          onConfirm={(look) => {
            setPicture(null);
            void single.savePicture(picture, look).then(say);
          }}
        />
      )}
      {live && isLive && (
        <Suspense>
          <LiveAddressDialog source={live} onClose={() => setIsLive(false)} />
        </Suspense>
      )}
      <StatusMessage>{said}</StatusMessage>
    </>
  );
}

interface PictureDialogProps {
  format: PictureFormat;
  onClose: () => void;
  onConfirm: (look: PictureLook) => void;
}

/** Dialog for the background and size of a picture. */
function PictureDialog({ format, onClose, onConfirm }: PictureDialogProps) {
  const { t } = useLingui();
  const [ground, setGround] = useState<PictureGround>('white');
  const [size, setSize] = useState<PictureSize>('screen');
  return (
    <ExportModal
      title={{ png: t`Export as PNG`, svg: t`Export as SVG`, copy: t`Copy picture` }[format]}
      confirmLabel={format === 'copy' ? t`Copy` : undefined}
      onClose={onClose}
      onConfirm={() => onConfirm({ ground, size })}
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
      <ChoiceGroup
        name={t`Size`}
        value={size}
        choices={[
          { value: 'screen', label: t`As displayed` },
          { value: 'slide', label: t`Slide (16:9)` },
        ]}
        onChange={setSize}
      />
    </ExportModal>
  );
}

/** Exports that need no progress: a picture and a calendar file. Both return a confirmation or an error message. */
function useSingleExports({ screen, filePart, chart, events, retrievedAt, filter }: Exportable) {
  const { t } = useLingui();
  const { today, locale } = useLocale();
  const source = useExportSource()?.(retrievedAt, filter);

  function save(file: Blob, extension: string, part?: string): string {
    const name = exportName(screen, today, extension, { part, isDemo: source?.isDemo });
    saveFile(name, file);
    return t`Saved ${name}`;
  }

  return {
    async saveForCustomer(found: CustomerTable): Promise<string> {
      try {
        return save(await customerWorkbook(found), 'xlsx', [filePart, 'customer'].filter(Boolean).join('-'));
      } catch {
        return t`Couldn't write the file. Free up disk space and try again.`;
      }
    },
    async savePicture(format: PictureFormat, look: PictureLook): Promise<string> {
      const notes = source
        ? [
            [chart?.subject ?? source.filter, source.isDemo && t`Stock Horizon (demo data)`, source.market]
              .filter(Boolean)
              .join(' · '),
            t`Retrieved ${momentWords(source.retrieved, locale)}`,
          ]
        : [];
      await drawCharts();
      const picture = chart && chartPicture(chart, { title: chart.title, notes, ...look });
      const file = picture && (await (format === 'svg' ? svgOf(picture) : pngOf(picture)));
      if (!file) return t`The chart is empty.`;
      if (format !== 'copy') return save(file, format, chart.filePart);
      if (await copyPicture(file)) return t`Copied`;
      return t`The browser doesn't allow copying pictures here. Export it as PNG instead.`;
    },
    saveEvents(): string {
      const promised = (events?.() ?? []).map(({ key, date, summary, description }) => ({
        key,
        date,
        summary,
        description: source?.isDemo ? `${description}\n${t`Stock Horizon (demo data)`}` : description,
      }));
      if (promised.length === 0) return t`No ship date to export.`;
      const text = calendarFile(promised, new Date().toISOString());
      return save(new Blob([text], { type: 'text/calendar;charset=utf-8' }), 'ics', filePart);
    },
  };
}
