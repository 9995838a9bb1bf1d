import { Trans, useLingui } from '@lingui/react/macro';
import { Button, FileButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ClipboardPaste, FileUp } from 'lucide-react';
import { type DragEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react';

import styles from './intake.module.css';
import type { PastedText } from './open-list.ts';

const PasteDialog = lazy(async () => ({ default: (await import('./paste-dialog.tsx')).PasteDialog }));

/** Button to select a list file. */
export function ImportButton({ isReading, onFile }: { isReading: boolean; onFile: (file: File) => void }) {
  const { t } = useLingui();
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      resetRef={reset}
      accept=".xlsx,.xlsm,.xls,.xml,.htm,.html,.csv,.tsv,.txt,text/csv,text/plain"
      inputProps={{ 'aria-label': t`File with order lines` }}
      onChange={(file) => {
        // Allows the same file to be selected again after a correction.
        reset.current?.();
        if (file) onFile(file);
      }}
    >
      {(props) => (
        <Button {...props} variant="default" leftSection={<FileUp size={18} aria-hidden />} loading={isReading}>
          <Trans>Import file</Trans>
        </Button>
      )}
    </FileButton>
  );
}

/** Button for a text field to paste into, for example on a phone. */
export function PasteButton({ onText }: { onText: (pasted: PastedText) => void }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<ClipboardPaste size={18} aria-hidden />} onClick={open}>
        <Trans>Paste lines</Trans>
      </Button>
      {opened && (
        <Suspense>
          <PasteDialog
            onClose={close}
            onText={(pasted) => {
              close();
              onText(pasted);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Accepts a file dropped anywhere on its content. */
export function DropZone({ onFile, children }: { onFile: (file: File) => void; children: ReactNode }) {
  const [isOver, setOver] = useState(false);

  function onDragOver(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  }

  function onDrop(event: DragEvent) {
    const [file] = event.dataTransfer.files;
    setOver(false);
    if (!file) return;
    event.preventDefault();
    onFile(file);
  }

  return (
    <div
      className={styles.zone}
      onDragOver={onDragOver}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={onDrop}
    >
      {children}
      {isOver && (
        <div className={styles.over}>
          <Trans>Drop file to import</Trans>
        </div>
      )}
    </div>
  );
}
