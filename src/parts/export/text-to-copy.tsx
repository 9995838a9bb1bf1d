import { Trans } from '@lingui/react/macro';
import { Stack, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';

import { type CopiedContent, handleCopyEvent } from './copy-to-clipboard.ts';

interface TextToCopyProps {
  label: string;
  copied: CopiedContent;
  /** Explanation above the text. */
  children?: ReactNode;
}

const maxLines = 12;

/** Text to copy manually if the clipboard is blocked; copying all of it includes the HTML form. */
export function TextToCopy({ label, copied, children }: TextToCopyProps) {
  return (
    <Stack gap={6} w="100%" fz="sm" role="alert">
      {children ?? <Trans>The browser blocked the clipboard. Copy the text here:</Trans>}
      <Textarea
        ref={selectAll}
        aria-label={label}
        readOnly
        rows={Math.min(copied.text.split('\n').length, maxLines)}
        value={copied.text}
        onCopy={(event) => {
          const { selectionStart, selectionEnd, value } = event.currentTarget;
          if (selectionStart === 0 && selectionEnd === value.length) handleCopyEvent(event, copied);
        }}
      />
    </Stack>
  );
}

function selectAll(area: HTMLTextAreaElement | null) {
  area?.focus();
  area?.select();
}
