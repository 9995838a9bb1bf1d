import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { lazy, Suspense, useRef, useState, type ComponentProps } from 'react';

import type { Exportable } from './exportable.ts';
import { PrintOnDemand } from './print-report.tsx';
import { TakeButton } from './take-button.tsx';

const ExportPanel = lazy(() => import('./export-panel.tsx').then((module) => ({ default: module.ExportPanel })));

/** The button under which a part of a screen can be taken along: as a file, on the clipboard, on paper, as a picture. */
export function ExportMenu(exportable: Exportable) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);

  return (
    <>
      <ExportButton
        ref={button}
        aria-expanded={isOpen}
        onClick={() => {
          setWasOpened(true);
          setIsOpen(!isOpen);
        }}
      />
      <PrintOnDemand exportable={exportable} />
      {wasOpened && (
        <Suspense>
          <ExportPanel exportable={exportable} anchor={button} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Holds the place of {@link ExportMenu} while there is nothing to take along yet. */
export function ExportWaiting() {
  return <ExportButton disabled />;
}

function ExportButton(props: Omit<ComponentProps<typeof TakeButton>, 'Icon' | 'children'>) {
  const { t } = useLingui();
  return (
    <TakeButton {...props} Icon={Download} aria-haspopup="menu" title={t`Export or print`}>
      <Trans>Export</Trans>
    </TakeButton>
  );
}
