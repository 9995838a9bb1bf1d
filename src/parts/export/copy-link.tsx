import { Trans, useLingui } from '@lingui/react/macro';
import { Link2 } from 'lucide-react';

import { htmlText } from '#stock/export/clipboard-table.ts';

import { CopyButton } from './copy-button.tsx';

/** URL to copy. */
export interface LinkToCopy {
  /** Null if no link can be created. */
  href: string | null;
  /** Confirmation, or the reason why there is no link. */
  message: string;
}

interface CopyLinkProps {
  /** Key that copies the link too. */
  hotkey?: string;
  /** Text of the link when pasted as HTML. */
  title: string;
  /** Provides the link; defaults to the page's URL. */
  address?: () => LinkToCopy | Promise<LinkToCopy>;
}

/** Button that copies a link to the current view. */
export function CopyLink({ title, address, hotkey }: CopyLinkProps) {
  const { t } = useLingui();

  async function toCopy() {
    const { href, message } = await (address?.() ?? { href: window.location.href, message: t`Link copied` });
    const html = `<a href="${htmlText(href ?? '')}">${htmlText(title)}</a>`;
    return { content: href === null ? null : { text: href, html }, message };
  }

  return (
    <CopyButton
      Icon={Link2}
      title={t`Copy link to this page`}
      hotkey={hotkey}
      toCopy={toCopy}
      textLabel={t`Link`}
      refusal={<Trans>The browser blocked the clipboard. Copy the link here:</Trans>}
    >
      <Trans>Copy link</Trans>
    </CopyButton>
  );
}
