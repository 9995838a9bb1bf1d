import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarPlus, Copy, FileSpreadsheet, FileText, Image, Printer, Settings2, Shapes } from 'lucide-react';
import type { RefObject } from 'react';

import { ActionMenu, type MenuAction } from '#ui/action-menu.tsx';

import type { Exportable } from './exportable.ts';
import { PictureDialog } from './picture-dialog.tsx';
import { ExportDialog } from './running/export-dialog.tsx';
import { ExportOutcome } from './running/export-outcome.tsx';
import { useExportRun } from './running/use-export-run.ts';
import { useEventsExport } from './use-events-export.ts';
import { usePictureExport } from './use-picture-export.ts';

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
      {isOpen && <ActionMenu anchor={anchor} label={t`Export`} actions={actions} onClose={onClose} />}
      {table && <ExportDialog {...{ table, detail, tables }} />}
      <PictureDialog pictures={pictures} />
      <ExportOutcome said={[tables.said, pictures.said, saveEvents.said]} />
    </>
  );
}
