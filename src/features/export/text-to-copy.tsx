import { Trans } from '@lingui/react/macro';

import { answerCopy, type CopiedContent } from './copy-to-clipboard.ts';
import classes from './text-to-copy.module.css';

interface TextToCopyProps {
  /** The accessible name of the text. */
  label: string;
  copied: CopiedContent;
}

const mostLines = 12;

/** What the clipboard refused, to be copied by hand: whoever copies all of it takes its other form along. */
export function TextToCopy({ label, copied }: TextToCopyProps) {
  return (
    <div className={classes['byHand']} role="alert">
      <Trans>The browser keeps the clipboard closed. Copy the text from here:</Trans>
      <textarea
        ref={selectAll}
        aria-label={label}
        className={classes['text']}
        readOnly
        rows={Math.min(copied.text.split('\n').length, mostLines)}
        value={copied.text}
        onCopy={(event) => {
          if (isWhole(event.currentTarget)) answerCopy(event, copied);
        }}
      />
    </div>
  );
}

function selectAll(area: HTMLTextAreaElement | null) {
  area?.focus();
  area?.select();
}

function isWhole({ selectionStart, selectionEnd, value }: HTMLTextAreaElement): boolean {
  return selectionStart === 0 && selectionEnd === value.length;
}
