import { Trans, useLingui } from '@lingui/react/macro';
import { Check, Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';

import classes from './copy-link.module.css';
import { copyToClipboard } from './copy-to-clipboard.ts';
import { Said } from './said.tsx';
import { TakeButton } from './take-button.tsx';

interface CopyLinkProps {
  /** What the link is called where it is pasted as one. */
  title: string;
  /** The address; that of the page where none is given. */
  address?: () => Promise<string> | string;
}

const confirmedFor = 4000;

/** Copies an address that opens the same view for somebody else; where the clipboard is refused, it stands there. */
export function CopyLink({ title, address = addressOfPage }: CopyLinkProps) {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none');
  const [shown, setShown] = useState('');

  useEffect(() => {
    if (outcome !== 'copied') return undefined;
    const timer = setTimeout(() => setOutcome('none'), confirmedFor);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    const href = await address();
    const link = document.createElement('a');
    link.href = href;
    link.textContent = title;
    setShown(href);
    setOutcome((await copyToClipboard({ text: href, html: link.outerHTML })) ? 'copied' : 'refused');
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
      <Said>{outcome === 'copied' && <Trans>Link copied</Trans>}</Said>
      {outcome === 'refused' && (
        <label className={classes['byHand']} role="alert">
          <Trans>The browser keeps the clipboard closed. Copy the link from here:</Trans>
          <input aria-label={t`Link`} readOnly value={shown} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
    </div>
  );
}

function addressOfPage(): string {
  return window.location.href;
}
