import { useLingui } from '@lingui/react/macro';
import { useQueries } from '@tanstack/react-query';

import { serviceAnswer, stock } from '#api/stock.ts';
import { Panel } from '#features/panel.tsx';
import { useLocale } from '#ui/locale.tsx';

import { RecentRow } from './recent-row.tsx';
import styles from './recent-panel.module.css';
import type { RecentLookup } from './recent-lookups.ts';

const mostShown = 5;

/** What was asked lately; once the page is idle, each is asked again quietly to say what changed since. */
export function RecentPanel(props: { lookups: readonly RecentLookup[]; isIdle: boolean }) {
  const lookups = props.lookups.slice(0, mostShown);
  const { t } = useLingui();
  const { today } = useLocale();
  const answers = useQueries({
    queries: lookups.map(({ product, quantity }) => ({
      ...stock.item(product.productId, quantity),
      enabled: props.isIdle,
      retry: false,
    })),
  });
  if (lookups.length === 0) return null;
  return (
    <Panel title={t`Recent lookups`}>
      <ul className={styles.list}>
        {lookups.map((lookup, index) => (
          <RecentRow
            key={`${lookup.product.productId} ${lookup.quantity} ${lookup.neededBy}`}
            lookup={lookup}
            now={answers[index] ? serviceAnswer(answers[index], today) : null}
            nowData={answers[index]?.data?.data}
          />
        ))}
      </ul>
    </Panel>
  );
}
