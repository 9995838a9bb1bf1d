import { Trans } from '@lingui/react/macro';
import { Stack, Textarea } from '@mantine/core';
import { Check, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { handleCopyEvent, copyToClipboard, type CopiedContent } from './copy-to-clipboard.ts';
import { StatusMessage, ToolbarButton, useStatusMessage } from './toolbar-button.tsx';

/** Content to copy and the confirmation; null content shows only the message. */
export interface ToCopy {
  content: CopiedContent | null;
  message: string;
}

interface CopyButtonProps {
  Icon: LucideIcon;
  title?: string;
  alwaysShowsLabel?: boolean | undefined;
  isPrimary?: boolean;
  toCopy: () => ToCopy | Promise<ToCopy>;
  /** Why copying is disabled; omitted if it is enabled. */
  disabledReason?: string | undefined;
  /** Accessible name of the text to copy manually if the clipboard is blocked. */
  textLabel: string;
  /** Explanation above that text. */
  refusal?: ReactNode;
  children: ReactNode;
}

/** Button that copies content; if the clipboard is blocked, it shows the text to copy manually. */
export function CopyButton({
  Icon,
  title,
  alwaysShowsLabel,
  isPrimary,
  toCopy,
  disabledReason,
  textLabel,
  refusal,
  children,
}: CopyButtonProps) {
  const [said, say] = useStatusMessage();
  const [refused, setRefused] = useState<CopiedContent | null>(null);
  const [isCopied, setIsCopied] = useState(false);

  async function copy() {
    const { content, message: words } = await toCopy();
    const isTaken = content !== null && (await copyToClipboard(content));
    setRefused(isTaken ? null : content);
    setIsCopied(isTaken);
    say(isTaken || content === null ? words : '');
  }

  return (
    <>
      <ToolbarButton
        Icon={isCopied && said !== '' ? Check : Icon}
        title={disabledReason ?? title}
        alwaysShowsLabel={alwaysShowsLabel}
        isPrimary={isPrimary}
        // Not `disabled`, which would drop the focus.
        data-disabled={disabledReason !== undefined || undefined}
        aria-disabled={disabledReason !== undefined || undefined}
        onClick={() => disabledReason === undefined && void copy()}
      >
        {children}
      </ToolbarButton>
      <StatusMessage>{said}</StatusMessage>
      {refused && (
        <TextToCopy label={textLabel} copied={refused}>
          {refusal}
        </TextToCopy>
      )}
    </>
  );
}

interface TextToCopyProps {
  label: string;
  copied: CopiedContent;
  /** Explanation above the text. */
  children?: ReactNode;
}

const mostLines = 12;

/** Text to copy manually if the clipboard is blocked; copying all of it includes the HTML form. */
function TextToCopy({ label, copied, children }: TextToCopyProps) {
  return (
    <Stack gap={6} w="100%" fz="sm" role="alert">
      {children ?? <Trans>The browser blocked the clipboard. Copy the text here:</Trans>}
      <Textarea
        ref={selectAll}
        aria-label={label}
        readOnly
        rows={Math.min(copied.text.split('\n').length, mostLines)}
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
