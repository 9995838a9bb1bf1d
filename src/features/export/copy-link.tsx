import { Trans, useLingui } from '@lingui/react/macro';
import { Check, Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';

import classes from './copy-link.module.css';
import { copyToClipboard } from './copy-to-clipboard.ts';
import { Said } from './said.tsx';
import { TakeButton } from './take-button.tsx';

/** An address to copy; null with the reason where there can be none. */
export interface LinkToCopy {
  href: string | null;
  /** What is said once it is copied, or why it can't be. */
  said: string;
}

interface CopyLinkProps {
  /** What the link is called where it is pasted as one. */
  title: string;
  /** The address; that of the page where none is given. */
  address?: () => Promise<LinkToCopy>;
}

const confirmedFor = 4000;

/** Copies an address that opens the same view for somebody else; where the clipboard is refused, it stands there. */
export function CopyLink({ title, address }: CopyLinkProps) {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<'none' | 'said' | 'copied' | 'refused'>('none');
  const [link, setLink] = useState<LinkToCopy>({ href: null, said: '' });

  useEffect(() => {
    if (outcome !== 'copied' && outcome !== 'said') return undefined;
    const timer = setTimeout(() => setOutcome('none'), confirmedFor);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    const copied = address ? await address() : { href: window.location.href, said: t`Link copied` };
    setLink(copied);
    if (copied.href === null) return setOutcome('said');
    const element = document.createElement('a');
    element.href = copied.href;
    element.textContent = title;
    const isTaken = await copyToClipboard({ text: copied.href, html: element.outerHTML });
    return setOutcome(isTaken ? 'copied' : 'refused');
  }

  return (
    <div className={classes['copy']}>
      <TakeButton
        Icon={outcome === 'copied' ? Check : Link2}
        title={t`Copy a link to this view`}
        onClick={() => void copy()}
      >
        <Trans>Copy link</Trans>
      </TakeButton>
      <Said>{(outcome === 'copied' || outcome === 'said') && link.said}</Said>
      {outcome === 'refused' && (
        <label className={classes['byHand']} role="alert">
          <Trans>The browser keeps the clipboard closed. Copy the link from here:</Trans>
          <input
            aria-label={t`Link`}
            readOnly
            value={link.href ?? ''}
            onFocus={(event) => event.currentTarget.select()}
          />
        </label>
      )}
    </div>
  );
}
