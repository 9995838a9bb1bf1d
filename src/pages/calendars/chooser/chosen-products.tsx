import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';

import { useNames } from '#api/products.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import type { ProductId } from '#contract/product-id.ts';

import classes from './chooser.module.css';

interface ChosenProductsProps {
  ids: readonly ProductId[];
  onRemove: (ids: readonly ProductId[]) => void;
}

const mostListed = 100;

/** The products chosen so far, each to be taken out again; of very many, the first ones. */
export function ChosenProducts({ ids, onRemove }: ChosenProductsProps) {
  const { t } = useLingui();
  const listed = ids.slice(0, mostListed);
  const { nameOf } = useNames(listed);
  return (
    <section aria-label={t`Chosen products`} className={classes.chosen}>
      <div className={classes.line}>
        <h3 className={classes.subtitle}>
          <Plural value={ids.length} one="# product chosen" other="# products chosen" />
        </h3>
        {ids.length > 0 && (
          <LinkButton onClick={() => onRemove(ids)}>
            <Trans>Remove all</Trans>
          </LinkButton>
        )}
      </div>
      {ids.length === 0 ? (
        <p className={classes.muted} tabIndex={-1} data-focus-heir>
          <Trans>None yet: without any, the screen shows every product.</Trans>
        </p>
      ) : (
        <ul className={classes.chips}>
          {listed.map((id) => {
            const name = nameOf(id).name ?? String(id);
            return (
              <li key={id} className={classes.chip}>
                <bdi className={classes.chipName} title={name}>
                  {name}
                </bdi>
                <IconButton size="s" label={t`Remove ${name}`} Icon={X} onClick={() => onRemove([id])} />
              </li>
            );
          })}
          {ids.length > mostListed && (
            <li className={classes.muted}>
              <Plural value={ids.length - mostListed} one="and # more" other="and # more" />
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
