import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';

import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import classes from './export-modal.module.css';

interface ExportModalProps {
  title: string;
  onClose: () => void;
  /** Where there is something to choose. */
  onConfirm?: () => void;
  children: ReactNode;
}

/** A dialog about what is being taken along. */
export function ExportModal({ title, onClose, onConfirm, children }: ExportModalProps) {
  const { t } = useLingui();
  return (
    <Modal.Root opened onClose={onClose} size={440} centered transitionProps={{ duration: 0 }}>
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content radius={12}>
        <div className={classes['head']}>
          <Modal.Title className={classes['title'] ?? ''}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t`Close the export`} size={44} iconSize={20} />
        </div>
        <Modal.Body className={classes['body'] ?? ''}>
          {children}
          {onConfirm && (
            <div className={classes['buttons']}>
              <Button variant="default" onClick={onClose}>
                <Trans>Cancel</Trans>
              </Button>
              <Button data-autofocus onClick={onConfirm}>
                <Trans>Export</Trans>
              </Button>
            </div>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
