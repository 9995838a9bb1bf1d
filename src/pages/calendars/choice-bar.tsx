import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { ListFilter, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import type { ProductId } from '#contract/product-id.ts';
import { useLocale } from '#ui/locale.tsx';
import { IconButton } from '#ui/icon-button.tsx';

import classes from './choice-bar.module.css';
import type { Choice } from './use-choice.ts';

const ChooserDialog = lazy(async () => ({
  default: (await import('./chooser/chooser-dialog.tsx')).ChooserDialog,
}));

interface ChoiceBarProps {
  choice: Choice;
  /** How many products there are; null while that is not known. */
  total: number | null;
  /** None means every product. */
  onChoose: (ids: readonly ProductId[]) => void;
  onChooseList: (listId: string) => void;
}

/** Which products the screen shows, and the way to others. */
export function ChoiceBar({ choice, total, onChoose, onChooseList }: ChoiceBarProps) {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const [isChoosing, setIsChoosing] = useState(false);
  const count = total === null ? null : formatCount(total);
  const isEvery = choice.products?.kind === 'every';

  return (
    <div className={classes.bar}>
      <p className={classes.what}>
        <span className={classes.name}>
          {choice.listName !== null ? (
            <bdi>{choice.listName}</bdi>
          ) : isEvery ? (
            <Trans>Every product</Trans>
          ) : (
            <Trans>Chosen products</Trans>
          )}
        </span>
        {count !== null && (
          <span className={classes.count}>
            <Plural value={total ?? 0} one={`${count} product`} other={`${count} products`} />
          </span>
        )}
      </p>
      <div className={classes.tools}>
        <Button
          variant="default"
          leftSection={<ListFilter aria-hidden size={18} />}
          onClick={() => setIsChoosing(true)}
        >
          <Trans>Choose products</Trans>
        </Button>
        {!isEvery && <IconButton label={t`Show every product`} Icon={X} onClick={() => onChoose([])} />}
      </div>
      {isChoosing && (
        <Suspense>
          <ChooserDialog
            ids={choice.products?.kind === 'list' ? choice.products.productIds : []}
            onChoose={(ids) => {
              setIsChoosing(false);
              onChoose(ids);
            }}
            onChooseList={(listId) => {
              setIsChoosing(false);
              onChooseList(listId);
            }}
            onClose={() => setIsChoosing(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
