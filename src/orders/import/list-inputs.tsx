import { Trans, useLingui } from '@lingui/react/macro';
import { type DragEvent, type ReactNode, type Ref, useState } from 'react';

import styles from './intake.module.css';

/** Hidden input for a list file; a click on it opens the system's dialog. */
export function ListFileInput({ ref, onFile }: { ref: Ref<HTMLInputElement>; onFile: (file: File) => void }) {
  const { t } = useLingui();
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept=".xlsx,.xlsm,.xls,.htm,.html,.csv,.tsv,.txt,text/csv,text/plain"
      aria-label={t`File with order lines`}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        // Allows the same file to be selected again after a correction.
        currentTarget.value = '';
        if (file) onFile(file);
      }}
    />
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
