import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useRef } from 'react';

import { Dialog } from '#ui/dialog.tsx';

import styles from './paste-dialog.module.css';

/** A field for a list, where pasting on the page isn't at hand, as on a phone. */
export function PasteDialog({ onText, onClose }: { onText: (text: string) => void; onClose: () => void }) {
  const { t } = useLingui();
  const area = useRef<HTMLTextAreaElement>(null);
  return (
    <Dialog title={t`Paste a list`} closeLabel={t`Close`} width={640} onClose={onClose}>
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
    </Dialog>
  );
}
