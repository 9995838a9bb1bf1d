import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Modal } from '@mantine/core';
import { useRef } from 'react';

import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import styles from './paste-dialog.module.css';

/** A field for a list, where pasting on the page isn't at hand, as on a phone. */
export function PasteDialog({ onText, onClose }: { onText: (text: string) => void; onClose: () => void }) {
  const { t } = useLingui();
  const area = useRef<HTMLTextAreaElement>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t`Paste a list`}
      size={640}
      radius={12}
      padding={20}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.4 }}
      closeButtonProps={{ 'aria-label': t`Close`, size: 44, iconSize: 20 }}
      styles={{ title: { fontWeight: 650, fontSize: 18 } }}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          const text = area.current?.value ?? '';
          if (text.trim() !== '') onText(text);
        }}
      >
        <label htmlFor="pasted-list" className={styles.label}>
          <Trans>Lines from a spreadsheet, a CSV or a mail</Trans>
        </label>
        <textarea
          ref={area}
          id="pasted-list"
          data-autofocus
          rows={10}
          spellCheck={false}
          placeholder={'12345\t250\n250 m of 12346\nAB-123 x 40'}
          className={styles.area}
        />
        <Button type="submit">
          <Trans>Read the lines</Trans>
        </Button>
      </form>
    </Modal>
  );
}
