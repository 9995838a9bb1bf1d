import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { CalendarSearch } from 'lucide-react';

import { useLocale } from '#ui/locale.tsx';
import { PanelEmpty } from '#features/panel.tsx';
import { useExampleProduct } from '#features/use-example-products.ts';
import { fromThousandths, type Thousandths } from '#lib/thousandths.ts';

import { AnswerRegion } from '#features/answer/answer-region.tsx';
import styles from './empty-answer.module.css';

const exampleQuantity: Thousandths = 100_000;
/** Held together by no-break spaces. */
const bothAtOnce = '12345\u00a0x\u00a040';

/** No question yet: what can be asked, and an example that is one press away. */
export function EmptyAnswer() {
  const { t } = useLingui();
  const example = useExampleProduct();
  const { formatQuantity } = useLocale();
  return (
    <AnswerRegion
      headline={
        <PanelEmpty icon={CalendarSearch} title={t`How much of what, and when can it leave?`}>
          <p className={styles.hint}>
            <Trans>Write a product and a quantity, or both at once, such as {bothAtOnce}.</Trans>
          </p>
          <div className={styles.try}>
            {example && (
              <Link to="/" search={{ product: example.productId, quantity: fromThousandths(exampleQuantity) }}>
                <Trans>
                  Try {formatQuantity(exampleQuantity, example.unit)} of <bdi>{example.name ?? example.productId}</bdi>
                </Trans>
              </Link>
            )}
          </div>
        </PanelEmpty>
      }
    />
  );
}
