import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Textarea } from '@mantine/core';
import { useRef } from 'react';

import { Dialog } from '#ui/dialog.tsx';

import styles from './intake.module.css';

/** Text field for a list, loaded on demand. */
export function PasteDialog({ onText, onClose }: { onText: (text: string) => void; onClose: () => void }) {
  const { t } = useLingui();
  const area = useRef<HTMLTextAreaElement>(null);
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
          onText(text);
        }}
      >
        <Textarea
          ref={area}
          label={t`Order lines`}
          data-autofocus
          rows={10}
          resize="vertical"
          spellCheck={false}
          placeholder={'12345\t250\n250 m of 12346\nAB-123 x 40'}
        />
        <Button type="submit">
          <Trans>Review lines</Trans>
        </Button>
      </Stack>
    </Dialog>
  );
}
