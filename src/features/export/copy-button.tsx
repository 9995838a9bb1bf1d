import { Trans } from '@lingui/react/macro';
import { Stack, Textarea } from '@mantine/core';
import { Check, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { answerCopy, copyToClipboard, type CopiedContent } from './copy-to-clipboard.ts';
import { Said, TakeButton, useSaid } from './take-button.tsx';

/** What is to go to the clipboard, and what is said once it is there; without content the words alone. */
interface ToCopy {
  content: CopiedContent | null;
  said: string;
}

interface CopyButtonProps {
  Icon: LucideIcon;
  title?: string;
  keepsWords?: boolean;
  toCopy: () => ToCopy | Promise<ToCopy>;
  /** Why nothing can be copied now; it can where this is left out. */
  whyNot?: string;
  /** The accessible name of what was to be copied, where the clipboard is refused. */
  textLabel: string;
  /** What is said above it then. */
  refusal?: ReactNode;
  children: ReactNode;
}

/** Copies something to be pasted elsewhere; where the clipboard is refused, it stands there to be copied by hand. */
export function CopyButton({ Icon, title, keepsWords, toCopy, whyNot, textLabel, refusal, children }: CopyButtonProps) {
  const [said, say] = useSaid();
  const [refused, setRefused] = useState<CopiedContent | null>(null);
  const [isCopied, setIsCopied] = useState(false);

  async function copy() {
    const { content, said: words } = await toCopy();
    const isTaken = content !== null && (await copyToClipboard(content));
    setRefused(isTaken ? null : content);
    setIsCopied(isTaken);
    say(isTaken || content === null ? words : '');
  }

  return (
    <>
      <TakeButton
        Icon={isCopied && said !== '' ? Check : Icon}
        title={whyNot ?? title}
        keepsWords={keepsWords}
        // Whoever has the focus on it keeps it there.
        data-disabled={whyNot !== undefined || undefined}
        aria-disabled={whyNot !== undefined || undefined}
        onClick={() => whyNot === undefined && void copy()}
      >
        {children}
      </TakeButton>
      <Said>{said}</Said>
      {refused && (
        <TextToCopy label={textLabel} copied={refused}>
          {refusal}
        </TextToCopy>
      )}
    </>
  );
}

interface TextToCopyProps {
  /** The accessible name of the text. */
  label: string;
  copied: CopiedContent;
  /** What is said above it. */
  children?: ReactNode;
}

const mostLines = 12;

/** What the clipboard refused, to be copied by hand: whoever copies all of it takes its other form along. */
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
          if (selectionStart === 0 && selectionEnd === value.length) answerCopy(event, copied);
        }}
      />
    </Stack>
  );
}

function selectAll(area: HTMLTextAreaElement | null) {
  area?.focus();
  area?.select();
}
