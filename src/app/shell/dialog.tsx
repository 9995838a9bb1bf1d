import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/ScrollArea.css';

interface DialogProps {
  title: string;
  /** The accessible name of the button that closes. */
  closeLabel: string;
  onClose: () => void;
  size?: number;
  children: ReactNode;
}

/** A dialog over the page; the page keeps its state beneath. */
export function Dialog({ title, closeLabel, onClose, size = 480, children }: DialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      radius={12}
      padding={20}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.4 }}
      closeButtonProps={{ 'aria-label': closeLabel, size: 44, iconSize: 20 }}
      styles={{ title: { fontWeight: 650, fontSize: 18 } }}
    >
      {children}
    </Modal>
  );
}
