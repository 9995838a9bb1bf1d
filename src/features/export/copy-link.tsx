import { Trans, useLingui } from '@lingui/react/macro';
import { Link2 } from 'lucide-react';

import { htmlText } from '#domain/export/clipboard-table.ts';

import { CopyButton } from './copy-button.tsx';

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
  address?: () => LinkToCopy | Promise<LinkToCopy>;
}

/** Copies an address that opens the same view for somebody else. */
export function CopyLink({ title, address }: CopyLinkProps) {
  const { t } = useLingui();

  async function toCopy() {
    const { href, said } = await (address?.() ?? { href: window.location.href, said: t`Link copied` });
    const html = `<a href="${htmlText(href ?? '')}">${htmlText(title)}</a>`;
    return { content: href === null ? null : { text: href, html }, said };
  }

  return (
    <CopyButton
      Icon={Link2}
      title={t`Copy link to this page`}
      toCopy={toCopy}
      textLabel={t`Link`}
      refusal={<Trans>The browser blocked the clipboard. Copy the link here:</Trans>}
    >
      <Trans>Copy link</Trans>
    </CopyButton>
  );
}
