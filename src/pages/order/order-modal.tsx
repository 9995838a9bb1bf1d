import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import styles from './order-modal.module.css';

interface OrderModalProps {
  title: string;
  /** The accessible name of the button that closes. */
  closeLabel: string;
  size: number;
  /** Whether a click beside it leaves it open. */
  isKeptOpen?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over the order, as tall as its content and never taller than the screen. */
export function OrderModal({ title, closeLabel, size, isKeptOpen = false, onClose, children }: OrderModalProps) {
  return (
    // A class of the content itself would go to what centres it as well.
    <Modal.Root
      opened
      onClose={onClose}
      closeOnClickOutside={!isKeptOpen}
      size={size}
      transitionProps={{ duration: 0 }}
      classNames={{ content: styles.content }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content radius={12}>
        {/* The kit's own header would be a second banner of the page. */}
        <div className={styles.head}>
          <Modal.Title className={styles.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={closeLabel} size={44} iconSize={20} />
        </div>
        <Modal.Body className={styles.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
