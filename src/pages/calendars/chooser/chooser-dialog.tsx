import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';

import { ChoiceGroup } from '#features/chart/choice-group.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { ProductId } from '#contract/product-id.ts';

import classes from './chooser.module.css';
import { ChosenProducts } from './chosen-products.tsx';
import { ListsPane } from './lists-pane.tsx';
import { OrderPane } from './order-pane.tsx';
import { PastePane } from './paste-pane.tsx';
import { withoutProducts, withProducts } from './picked.ts';
import { SaveList } from './save-list.tsx';
import { SearchPane } from './search-pane.tsx';

type Way = 'search' | 'paste' | 'order' | 'lists';

interface ChooserDialogProps {
  /** The products on screen now; none where it shows every product. */
  ids: readonly ProductId[];
  /** None means every product. */
  onChoose: (ids: readonly ProductId[]) => void;
  onChooseList: (listId: string) => void;
  onClose: () => void;
}

// A class name given to the content itself would go to what centres it, too.
/** Puts together which products the screen shows: searched for and ticked, pasted, of an order or of a saved list. */
export function ChooserDialog({ ids, onChoose, onChooseList, onClose }: ChooserDialogProps) {
  const { t } = useLingui();
  const [way, setWay] = useState<Way>('search');
  const [picked, setPicked] = useState(ids);
  const pickedSet = useMemo(() => new Set(picked), [picked]);
  const add = (more: readonly ProductId[]) => setPicked((before) => withProducts(before, more));
  const remove = (fewer: readonly ProductId[]) => setPicked((before) => withoutProducts(before, fewer));

  return (
    <Dialog title={t`Choose products`} closeLabel={t`Close`} width={860} fillsSmallScreen onClose={onClose}>
      <div className={classes.tabs}>
        <ChoiceGroup
          label={t`Where the products come from`}
          value={way}
          onChange={setWay}
          choices={[
            { value: 'search', label: t`Search` },
            { value: 'paste', label: t`Paste` },
            { value: 'order', label: t`Order` },
            { value: 'lists', label: t`Saved lists` },
          ]}
        />
      </div>
      <div className={classes.columns}>
        <div className={classes.pane}>
          {way === 'search' && <SearchPane picked={pickedSet} onAdd={add} onRemove={remove} />}
          {way === 'paste' && <PastePane onAdd={add} />}
          {way === 'order' && <OrderPane onAdd={add} />}
          {way === 'lists' && <ListsPane onAdd={add} onOpen={onChooseList} />}
        </div>
        <div className={classes.pane}>
          <ChosenProducts ids={picked} onRemove={remove} />
          {picked.length > 0 && <SaveList productIds={picked} />}
        </div>
      </div>
      <div className={classes.foot}>
        <Button variant="default" onClick={() => onChoose([])}>
          <Trans>Every product</Trans>
        </Button>
        <Button disabled={picked.length === 0} onClick={() => onChoose(picked)}>
          <Plural value={picked.length} one="Show # product" other="Show # products" />
        </Button>
      </div>
    </Dialog>
  );
}
