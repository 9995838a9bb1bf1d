import { Trans, useLingui } from '@lingui/react/macro';
import { ListPlus } from 'lucide-react';

import { PanelEmpty } from '#features/panel.tsx';
import { useExampleProducts } from '#features/use-example-products.ts';

import styles from './empty-order.module.css';

const exampleQuantities = [40, 250, 1200, 15, 600];

/** No lines yet: how they come in, and an example that is one press away. */
export function EmptyOrder({ onText }: { onText: (text: string) => void }) {
  const { t } = useLingui();
  const example = useExampleProducts().slice(0, exampleQuantities.length);
  const lines = example.map(({ productId }, index) => `${productId}\t${exampleQuantities[index]}`);
  return (
    <div className={styles.empty}>
      <PanelEmpty icon={ListPlus} title={t`Paste a list here, as it is`}>
        <p className={styles.hint}>
          <Trans>
            Copy it from a spreadsheet, a mail or a shop system and press Ctrl+V anywhere on this page. Or drop a CSV or
            XLSX file, or type into the grid below.
          </Trans>
        </p>
        {lines.length > 0 && (
          <button type="button" onClick={() => onText(lines.join('\n'))}>
            <Trans>Try an example of {lines.length} lines</Trans>
          </button>
        )}
      </PanelEmpty>
    </div>
  );
}
