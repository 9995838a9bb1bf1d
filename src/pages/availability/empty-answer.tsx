import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarSearch } from 'lucide-react';

import { products } from '#api/products.ts';
import { PanelEmpty } from '#components/panel-states/panel-empty.tsx';

import { AnswerRegion } from './answer-region.tsx';
import styles from './empty-answer.module.css';

/** Text that a catalogue is likely to find something by: the vowel that most names hold. */
const exampleSearch = 'e';
const exampleQuantity = 25;

/** No question yet: what can be asked, and an example that is one press away. */
export function EmptyAnswer() {
  const { t } = useLingui();
  const { data } = useQuery(products.search(exampleSearch));
  const example = data?.products[0];
  return (
    <AnswerRegion
      headline={
        <PanelEmpty icon={CalendarSearch} title={t`How much of what, and when can it leave?`}>
          <p className={styles.hint}>
            <Trans>Write a product and a quantity, or both at once, such as 12345 x 40.</Trans>
          </p>
          {example && (
            <Link to="/" search={{ product: example.productId, quantity: exampleQuantity }} className={styles.example}>
              <Trans>
                Try {exampleQuantity} of <bdi>{example.name ?? example.productId}</bdi>
              </Trans>
            </Link>
          )}
        </PanelEmpty>
      }
    />
  );
}
