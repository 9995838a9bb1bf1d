import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Textarea } from '@mantine/core';
import { useRef } from 'react';

import { Dialog } from '#ui/dialog.tsx';

import styles from './intake.module.css';
import type { PastedText } from './open-list.ts';

/** Text field for a list, loaded on demand. */
export function PasteDialog({ onText, onClose }: { onText: (pasted: PastedText) => void; onClose: () => void }) {
  const { t } = useLingui();
  const area = useRef<HTMLTextAreaElement>(null);
  const html = useRef('');
  return (
    <Dialog title={t`Paste lines`} closeLabel={t`Close`} width={640} onClose={onClose}>
      <Stack
        component="form"
        gap={12}
        className={styles.paste}
        onSubmit={(event) => {
          event.preventDefault();
          const text = area.current?.value ?? '';
          if (text.trim() === '') return;
          onText({ text, html: html.current });
        }}
      >
        <Textarea
          ref={area}
          label={t`Order lines`}
          data-autofocus
          rows={10}
          resize="vertical"
          spellCheck={false}
          onPaste={({ clipboardData }) => (html.current += clipboardData.getData('text/html'))}
          placeholder={`12345\t250\n${t`250 m of 12346`}\nAB-123 x 40`}
        />
        <Button type="submit">
          <Trans>Review lines</Trans>
        </Button>
      </Stack>
    </Dialog>
  );
}
