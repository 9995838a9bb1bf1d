import '@mantine/core/styles/Tabs.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Tabs } from '@mantine/core';
import { X } from 'lucide-react';
import { useMemo, useState } from 'react';

import { useNames } from '#api/products.ts';
import type { ProductId } from '#contract/product-id.ts';
import { Dialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LinkButton } from '#ui/link-button.tsx';

import classes from './chooser.module.css';
import { ListsPane, SaveList } from './lists-pane.tsx';
import { OrderPane, PastePane } from './paste-pane.tsx';
import { SearchPane } from './search-pane.tsx';

interface ChooserDialogProps {
  /** The products on screen now; none where the page shows every product. */
  ids: readonly ProductId[];
  /** None means every product. */
  onChoose: (ids: readonly ProductId[]) => void;
  onChooseList: (listId: string) => void;
  onClose: () => void;
}

/** Collects the products that the page shows: by search, pasted, from an order or from a saved list. */
export function ChooserDialog({ ids, onChoose, onChooseList, onClose }: ChooserDialogProps) {
  const { t } = useLingui();
  const [picked, setPicked] = useState(ids);
  const pickedSet = useMemo(() => new Set(picked), [picked]);
  const add = (more: readonly ProductId[]) => setPicked((before) => [...new Set([...before, ...more])]);
  const remove = (ids: readonly ProductId[]) => {
    const removed = new Set(ids);
    setPicked((before) => before.filter((id) => !removed.has(id)));
  };

  return (
    <Dialog title={t`Choose products`} closeLabel={t`Close`} width={860} fillsSmallScreen onClose={onClose}>
      <div className={classes.columns}>
        <Tabs defaultValue="search" keepMounted={false} className={classes.pane}>
          <Tabs.List aria-label={t`Where the products come from`} className={classes.tabs}>
            <Tabs.Tab value="search">
              <Trans>Search</Trans>
            </Tabs.Tab>
            <Tabs.Tab value="paste">
              <Trans>Paste</Trans>
            </Tabs.Tab>
            <Tabs.Tab value="order">
              <Trans>Order</Trans>
            </Tabs.Tab>
            <Tabs.Tab value="lists">
              <Trans>Saved lists</Trans>
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="search" className={classes.pane}>
            <SearchPane picked={pickedSet} onAdd={add} onRemove={remove} />
          </Tabs.Panel>
          <Tabs.Panel value="paste" className={classes.pane}>
            <PastePane onAdd={add} />
          </Tabs.Panel>
          <Tabs.Panel value="order" className={classes.pane}>
            <OrderPane onAdd={add} />
          </Tabs.Panel>
          <Tabs.Panel value="lists" className={classes.pane}>
            <ListsPane onAdd={add} onOpen={onChooseList} />
          </Tabs.Panel>
        </Tabs>
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

interface ChosenProductsProps {
  ids: readonly ProductId[];
  onRemove: (ids: readonly ProductId[]) => void;
}

const maxListed = 100;

/** The products chosen so far, each with a button to remove it; of very many, the first ones. */
function ChosenProducts({ ids, onRemove }: ChosenProductsProps) {
  const { t } = useLingui();
  const listed = useMemo(() => ids.slice(0, maxListed), [ids]);
  const { nameOf } = useNames(listed);
  return (
    <section aria-label={t`Chosen products`} className={classes.pane}>
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
                <bdi title={name}>{name}</bdi>
                <IconButton size="s" label={t`Remove ${name}`} Icon={X} onClick={() => onRemove([id])} />
              </li>
            );
          })}
          {ids.length > maxListed && (
            <li className={classes.muted}>
              <Plural value={ids.length - maxListed} one="and # more" other="and # more" />
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
