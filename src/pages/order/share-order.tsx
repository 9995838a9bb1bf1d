import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Download, Link2 } from 'lucide-react';
import { useState } from 'react';

import { packOrder } from '#components/order-draft/order-link.ts';
import { isBlank } from '#domain/order/order-line.ts';

import { downloadText } from './download-text.ts';
import { orderCsv } from './order-csv.ts';
import { linkOf } from './order-fragment.ts';
import type { OrderSession } from './order-session.ts';
import styles from './order-shelf.module.css';

type Outcome = { kind: 'none' | 'copied' | 'too-long' } | { kind: 'by-hand'; link: string };

/** A link that holds the order's lines, and a file where they are too many for one. */
export function ShareOrder({ session }: { session: OrderSession }) {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });

  async function copy() {
    const lines = session.lines.getRows().filter((line) => !isBlank(line));
    const packed = await packOrder({ name: session.name.get(), lines });
    if (packed === null) return setOutcome({ kind: 'too-long' });
    const link = linkOf(packed);
    try {
      await navigator.clipboard.writeText(link);
      return setOutcome({ kind: 'copied' });
    } catch {
      return setOutcome({ kind: 'by-hand', link });
    }
  }

  return (
    <div className={styles.share}>
      <Button variant="default" leftSection={<Link2 size={18} aria-hidden />} onClick={() => void copy()}>
        <Trans>Copy link</Trans>
      </Button>
      <Button
        variant="default"
        leftSection={<Download size={18} aria-hidden />}
        onClick={() => downloadText(`${session.name.get() || t`order`}.csv`, orderCsv(session.lines.getRows()))}
      >
        <Trans>Download as CSV</Trans>
      </Button>
      <p aria-live="polite" className={styles.shared}>
        {outcome.kind === 'copied' && <Trans>Copied. The link holds the lines, not the answers.</Trans>}
        {outcome.kind === 'too-long' && (
          <Trans>The order is too long for a link, which holds 32 KB. Send it as a file instead.</Trans>
        )}
        {outcome.kind === 'by-hand' && <Trans>The browser keeps the clipboard closed. Copy the link from here:</Trans>}
      </p>
      {outcome.kind === 'by-hand' && (
        <input readOnly className={styles.link} aria-label={t`Link to this order`} value={outcome.link} />
      )}
    </div>
  );
}
