import { Plural, Trans } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';

import type { RefusedLine } from '#domain/order-list/order-list.ts';

import classes from './chooser.module.css';

interface RefusedKeysProps {
  refused: readonly RefusedLine[];
  /** Read as products, and none that the catalogue has. */
  unknown: readonly string[];
}

/** Each line of a list that named no product, and why. */
export function RefusedKeys({ refused, unknown }: RefusedKeysProps) {
  const count = refused.length + unknown.length;
  if (count === 0) return null;
  return (
    <div role="note" className={classes.refused}>
      <p className={classes.refusedTitle}>
        <TriangleAlert aria-hidden size={16} />
        <Plural value={count} one="# line names no product" other="# lines name no product" />
      </p>
      <ul>
        {unknown.map((key) => (
          <li key={key}>
            <bdi>{key}</bdi>{' '}
            <span className={classes.muted}>
              <Trans>No product has this SKU.</Trans>
            </span>
          </li>
        ))}
        {refused.map((line) => (
          <li key={`${line.line} ${line.text}`}>
            <bdi>{line.text}</bdi>{' '}
            <span className={classes.muted}>
              <Refusal line={line} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Refusal({ line: { line, code } }: { line: RefusedLine }) {
  if (code === 'shortened-product') {
    return (
      <Trans>Line {line}: a spreadsheet shortened this number; format the column as text and copy it again.</Trans>
    );
  }
  if (code === 'product-became-date') {
    return <Trans>Line {line}: this is a date; a spreadsheet may have turned a code into one.</Trans>;
  }
  if (code === 'spreadsheet-error') return <Trans>Line {line}: a spreadsheet could not show this value.</Trans>;
  return <Trans>Line {line}: no id or SKU could be made out.</Trans>;
}
