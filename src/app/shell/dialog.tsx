import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

import './dialog-styles.ts';
import classes from './dialog.module.css';

interface DialogProps {
  title: string;
  /** The accessible name of the button that closes. */
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over the page; the page keeps its state beneath. */
export function Dialog({ title, closeLabel, onClose, children }: DialogProps) {
  return (
    <Modal.Root opened onClose={onClose} size={480} radius={12} padding={20} transitionProps={{ duration: 0 }}>
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        <div className={classes['head']}>
          <Modal.Title className={classes['title'] ?? ''}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={closeLabel} size={44} iconSize={20} />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
