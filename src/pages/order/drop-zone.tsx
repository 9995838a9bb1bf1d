import { Trans } from '@lingui/react/macro';
import { type DragEvent, type ReactNode, useState } from 'react';

import styles from './drop-zone.module.css';

/** Takes a file that is dropped anywhere on it. */
export function DropZone(props: { onFile: (file: File) => void; className?: string; children: ReactNode }) {
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
    props.onFile(file);
  }

  return (
    <div
      className={`${styles.zone} ${props.className ?? ''}`}
      onDragOver={onDragOver}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={onDrop}
    >
      {props.children}
      {isOver && (
        <div className={styles.over}>
          <Trans>Drop the file to read its lines</Trans>
        </div>
      )}
    </div>
  );
}
