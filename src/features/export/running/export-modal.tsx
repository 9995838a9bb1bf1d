import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { Dialog } from '#ui/dialog.tsx';

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
    <Dialog title={title} closeLabel={t`Close the export`} width={440} isCentered onClose={onClose}>
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
    </Dialog>
  );
}
