import { useLingui } from '@lingui/react/macro';
import type { Ref } from 'react';

import { formatQuantity } from '#lib/locale-number.ts';

import { readDateText } from './read-date-text.ts';
import { readQuantityCell } from './read-quantity-cell.ts';
import { refusalWords } from './refusal-words.ts';
import { isReady, type ReviewRow, type RowFix } from './review-rows.ts';
import styles from './review-table.module.css';
import { useOrderWords } from './use-order-words.ts';

/** One line of the list: what it says, what was understood, and what is wrong; every field can be mended. */
export function ReviewTableRow(props: {
  ref: Ref<HTMLTableRowElement>;
  index: number;
  top: number;
  row: ReviewRow;
  text: string;
  fix: RowFix | undefined;
  onFix: (line: number, fix: RowFix) => void;
}) {
  const { t, i18n } = useLingui();
  const { locale } = useOrderWords();
  const { ref, index, top, row, text, fix, onFix } = props;
  const { line, refused } = row;
  const now = { ...row, ...fix };
  const isOpen = refused !== null && !isReady(now) && !fix?.isLeftOut;
  const quantity = now.quantity === null ? now.quantityText : formatQuantity(now.quantity, locale);
  const change = (next: RowFix) => onFix(line, { ...next, isLeftOut: false });

  return (
    <tr
      ref={ref}
      aria-rowindex={index + 2}
      data-index={index}
      data-open={isOpen || undefined}
      data-out={fix?.isLeftOut || undefined}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      <td className={styles.line}>{line}</td>
      <td className={styles.text}>
        <bdi>{text}</bdi>
      </td>
      <td>
        <input
          aria-label={t`Product in line ${line}`}
          aria-invalid={isOpen && now.product.trim() === ''}
          className={styles.input}
          dir="auto"
          spellCheck={false}
          key={`product ${row.product}`}
          defaultValue={now.product}
          onChange={(event) => change({ product: event.currentTarget.value.trim() })}
        />
      </td>
      <td>
        <input
          aria-label={t`Quantity in line ${line}`}
          aria-invalid={isOpen && now.quantity === null}
          className={`${styles.input} ${styles.figure}`}
          inputMode="decimal"
          key={`quantity ${row.quantity}`}
          defaultValue={quantity}
          onChange={(event) => {
            const { writtenUnit, ...read } = readQuantityCell(event.currentTarget.value, locale);
            change({ ...read, ...(writtenUnit !== '' && { writtenUnit }) });
          }}
        />
        {now.writtenUnit !== '' && <span className={styles.unit}>{now.writtenUnit}</span>}
      </td>
      <td>
        <input
          aria-label={t`Needed by in line ${line}`}
          className={styles.input}
          key={`date ${row.neededBy}`}
          defaultValue={now.neededBy ?? ''}
          placeholder={t`none`}
          onChange={(event) => change({ neededBy: readDateText(event.currentTarget.value, locale) })}
        />
      </td>
      <td className={styles.take}>
        <input
          type="checkbox"
          aria-label={t`Take line ${line}`}
          checked={!fix?.isLeftOut && isReady(now)}
          disabled={!isReady(now)}
          onChange={(event) => onFix(line, { isLeftOut: !event.currentTarget.checked })}
        />
      </td>
      {refused !== null && isOpen && <td className={styles.reason}>{refusalWords(refused, i18n)}</td>}
    </tr>
  );
}
