import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';

import { session } from '#api/session.ts';
import { copyToClipboard } from '#features/export/copy-to-clipboard.ts';
import { TextToCopy } from '#features/export/text-to-copy.tsx';
import { type ContractCheck, contractReport } from '#contract/contract-check.ts';

import classes from './copy-report.module.css';

/** Copies the report as text, for whoever runs the service; where the clipboard is refused, it stands there to be copied by hand. */
export function CopyReport({ check }: { check: ContractCheck }) {
  const { t } = useLingui();
  const { data } = useQuery(session.current());
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none');
  const text = contractReport(check, data?.service.baseUrl ?? '');
  const copied = { text, html: asHtml(text) };

  async function copy() {
    setOutcome((await copyToClipboard(copied)) ? 'copied' : 'refused');
  }

  return (
    <div className={classes.copy}>
      <Button
        variant="default"
        leftSection={outcome === 'copied' ? <Check size={18} aria-hidden /> : <Copy size={18} aria-hidden />}
        onClick={() => void copy()}
      >
        <Trans>Copy report</Trans>
      </Button>
      <output className={classes.done}>{outcome === 'copied' && <Trans>Copied as text</Trans>}</output>
      {outcome === 'refused' && <TextToCopy label={t`Report as text`} copied={copied} />}
    </div>
  );
}

/** In a mail the lines stay lines. */
function asHtml(text: string): string {
  const lines = document.createElement('pre');
  lines.textContent = text;
  return lines.outerHTML;
}
