import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { lazy, Suspense, useRef, useState, type ComponentProps, type ComponentType, type ReactNode } from 'react';

import type { Exportable } from './exportable.ts';
import { ToolbarButton } from './toolbar-button.tsx';

// Loaded beside the page, not before it is shown. Once loaded, it is there in the first commit: the browser's own Print
// waits for nothing.
let LoadedPrint: ComponentType<{ exportable: Exportable }> | undefined;
const loading = import('./print-report.tsx').then(({ PrintOnDemand }) => ({ default: (LoadedPrint = PrintOnDemand) }));
const LazyPrint = lazy(() => loading);
const ExportPanel = lazy(() => import('./export-panel.tsx').then((module) => ({ default: module.ExportPanel })));

/**
 * Button with a menu to export part of a screen: to a file, the clipboard, a printer or an image.
 * @param label of a second menu of a screen, which the browser's own Print command doesn't print
 */
export function ExportMenu({ label, ...exportable }: Exportable & { label?: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  // Null until it is opened for the first time.
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const PrintOnDemand = LoadedPrint ?? LazyPrint;

  return (
    <>
      <ExportButton ref={button} label={label} aria-expanded={isOpen === true} onClick={() => setIsOpen(!isOpen)} />
      {label === undefined && (
        <Suspense>
          <PrintOnDemand exportable={exportable} />
        </Suspense>
      )}
      {isOpen !== null && (
        <Suspense>
          <ExportPanel exportable={exportable} anchor={button} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Disabled placeholder for {@link ExportMenu} until there is something to export. */
export function ExportWaiting() {
  return <ExportButton disabled />;
}

function ExportButton({
  label,
  ...props
}: Omit<ComponentProps<typeof ToolbarButton>, 'Icon' | 'children'> & { label?: ReactNode }) {
  const { t } = useLingui();
  return (
    <ToolbarButton {...props} Icon={Download} aria-haspopup="menu" title={t`Export or print`}>
      {label ?? <Trans>Export</Trans>}
    </ToolbarButton>
  );
}
