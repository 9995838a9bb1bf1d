import '@mantine/core/styles/Switch.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Switch } from '@mantine/core';
import { ListFilter, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import type { ProductId } from '#contract/product-id.ts';
import { AnswerAge } from '#features/answer/answer-age.tsx';
import { QuantityField, useQuantityDraft } from '#features/quantity-field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useLocale } from '#ui/locale.tsx';

import type { CalendarsSearch } from '#pages/calendars/calendars-search.ts';
import type { Listing } from '#pages/calendars/rows/use-listing.ts';

import type { Choice } from './choice.ts';
import classes from './scope-bar.module.css';

const ChooserDialog = lazy(async () => ({ default: (await import('./chooser-dialog.tsx')).ChooserDialog }));

interface ScopeBarProps {
  address: CalendarsSearch;
  choice: Choice;
  listing: Listing;
  /** None means every product. */
  onChoose: (ids: readonly ProductId[]) => void;
  onChooseList: (listId: string) => void;
}

/** Which products the page shows, what is asked of each, and how old the results are. */
export function ScopeBar({ address, choice, listing, onChoose, onChooseList }: ScopeBarProps) {
  const { change, quantity, includesMaxLeadTime } = address;
  const { fetchedAt, isFetching, refresh } = listing;
  const draft = useQuantityDraft(quantity, (next) => change({ quantity: next }));
  return (
    <div className={classes.bar}>
      <ChosenProducts {...{ choice, onChoose, onChooseList }} total={listing.total} />
      <form
        className={classes.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          draft.commit();
        }}
      >
        <div className={classes.quantity}>
          <QuantityField value={draft.text} onChange={draft.write} onBlur={draft.commit} error={draft.error} />
        </div>
        <Switch
          className={classes.switch}
          label={<Trans>Include max lead time</Trans>}
          checked={includesMaxLeadTime}
          onChange={(event) => change({ mlt: event.currentTarget.checked ? undefined : false })}
        />
        <div className={classes.age}>
          {fetchedAt !== null && <AnswerAge fetchedAt={fetchedAt} onRefresh={refresh} isFetching={isFetching} />}
        </div>
      </form>
    </div>
  );
}

interface ChosenProductsProps extends Pick<ScopeBarProps, 'choice' | 'onChoose' | 'onChooseList'> {
  /** How many products there are; null while that is not known. */
  total: number | null;
}

/** What the chosen products are called, how many they are, and the way to others. */
function ChosenProducts({ choice, total, onChoose, onChooseList }: ChosenProductsProps) {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const [isChoosing, setIsChoosing] = useState(false);
  const { products, listName } = choice;
  const count = formatCount(total ?? 0);

  return (
    <div className={classes.choice}>
      <p className={classes.what}>
        <span className={classes.name}>
          {listName !== null ? (
            <bdi>{listName}</bdi>
          ) : products.kind === 'every' ? (
            <Trans>Every product</Trans>
          ) : (
            <Trans>Chosen products</Trans>
          )}
        </span>
        {total !== null && (
          <span className={classes.count}>
            <Plural value={total} one={`${count} product`} other={`${count} products`} />
          </span>
        )}
      </p>
      <Button variant="default" leftSection={<ListFilter aria-hidden size={18} />} onClick={() => setIsChoosing(true)}>
        <Trans>Choose products</Trans>
      </Button>
      {products.kind === 'list' && <IconButton label={t`Show every product`} Icon={X} onClick={() => onChoose([])} />}
      {isChoosing && (
        <Suspense>
          <ChooserDialog
            ids={products.kind === 'list' ? products.productIds : []}
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
