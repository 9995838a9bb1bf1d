import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';

import { whenIdle } from '#lib/when-idle.ts';

import classes from './export-menu.module.css';
import type { Exportable } from './exportable.ts';
import { TakeButton } from './take-button.tsx';

const PrintOnDemand = lazy(() =>
  import('./print-on-demand.tsx').then(({ PrintOnDemand }) => ({ default: PrintOnDemand })),
);
const ExportPanel = lazy(() => import('./export-panel.tsx').then((module) => ({ default: module.ExportPanel })));

/** The button under which a part of a screen can be taken along: as a file, on the clipboard, on paper, as a picture. */
export function ExportMenu(exportable: Exportable) {
  const { t } = useLingui();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => whenIdle(() => setIsIdle(true)), []);

  return (
    <div className={classes['export']}>
      <TakeButton
        ref={button}
        Icon={Download}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title={t`Take along as a file, a picture or on paper`}
        onClick={() => {
          setWasOpened(true);
          setIsOpen(!isOpen);
        }}
      >
        <Trans>Export</Trans>
      </TakeButton>
      {isIdle && (
        <Suspense>
          <PrintOnDemand exportable={exportable} />
        </Suspense>
      )}
      {wasOpened && (
        <Suspense>
          <ExportPanel exportable={exportable} anchor={button} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
