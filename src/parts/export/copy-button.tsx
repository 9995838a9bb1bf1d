import { Check, type LucideIcon } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';

import { useScreenKeys } from '#ui/keys.ts';

import { copyToClipboard, type CopiedContent } from './copy-to-clipboard.ts';
import { StatusMessage, ToolbarButton, useStatusMessage } from './toolbar-button.tsx';

const TextToCopy = lazy(async () => ({ default: (await import('./text-to-copy.tsx')).TextToCopy }));

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
  /** Called after the content was copied, or shown to be copied by hand. */
  onCopied?: ((copied: CopiedContent) => void) | undefined;
  /** Why copying is disabled; omitted if it is enabled. */
  disabledReason?: string | undefined;
  /** Key that copies too, in lower case, named in the tooltip. */
  hotkey?: string | undefined;
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
  onCopied,
  disabledReason,
  hotkey,
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
    if (content !== null) onCopied?.(content);
  }

  useScreenKeys(hotkey === undefined || disabledReason !== undefined ? {} : { [hotkey]: () => void copy() });
  const tooltip = disabledReason ?? title;

  return (
    <>
      <ToolbarButton
        Icon={isCopied && said !== '' ? Check : Icon}
        title={hotkey === undefined ? tooltip : `${tooltip} (${hotkey.toUpperCase()})`}
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
        <Suspense>
          <TextToCopy label={textLabel} copied={refused}>
            {refusal}
          </TextToCopy>
        </Suspense>
      )}
    </>
  );
}
