import '@mantine/core/styles/Tabs.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { X } from 'lucide-react';
import { useMemo, useState } from 'react';

import { useNames } from '#data/products.ts';
import type { ListEntry } from '#stock/contract/orders.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { Dialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LinkButton } from '#ui/link-button.tsx';

import classes from './chooser.module.css';
import { ListsPane, SaveList } from './lists-pane.tsx';
import { OrderPane, PastePane } from './paste-pane.tsx';
import { SearchPane } from './search-pane.tsx';

interface ChooserDialogProps {
  /** Products shown now, empty if the page shows all products. */
  ids: readonly ProductId[];
  /** Empty for all products. */
  onChoose: (ids: readonly ProductId[]) => void;
  onChooseList: (listId: string) => void;
  onClose: () => void;
}

/** Dialog to select the page's products: by search, pasted, from an order or from a saved list. */
export function ChooserDialog({ ids, onChoose, onChooseList, onClose }: ChooserDialogProps) {
  const { t } = useLingui();
  const [picked, setPicked] = useState(ids);
  const [saved, setSaved] = useState<{ list: ListEntry; ids: readonly ProductId[] }>();
  const pickedSet = useMemo(() => new Set(picked), [picked]);
  const add = (more: readonly ProductId[]) => setPicked((before) => [...new Set([...before, ...more])]);
  const remove = (ids: readonly ProductId[]) => {
    const removed = new Set(ids);
    setPicked((before) => before.filter((id) => !removed.has(id)));
  };

  // A list that has other products too, or others by now, isn't what is selected.
  const isSaved = saved?.ids === picked && saved.list.productCount === picked.length;

  const sources = [
    { id: 'search', name: t`Search`, pane: <SearchPane picked={pickedSet} onAdd={add} onRemove={remove} /> },
    { id: 'paste', name: t`Paste`, pane: <PastePane onAdd={add} /> },
    { id: 'order', name: t`Order`, pane: <OrderPane onAdd={add} /> },
    { id: 'lists', name: t`Saved lists`, pane: <ListsPane onAdd={add} onOpen={onChooseList} /> },
  ];
  return (
    <Dialog title={t`Select products`} closeLabel={t`Close`} width={860} fillsSmallScreen onClose={onClose}>
      <Box display={{ base: 'grid', sm: 'flex' }} mih={{ sm: '24rem' }} style={{ gap: 20 }}>
        <Tabs
          defaultValue="search"
          keepMounted={false}
          flex={{ sm: 1 }}
          miw={0}
          styles={{ panel: { display: 'grid', gap: 12 } }}
        >
          <Tabs.List aria-label={t`Source`} mb={12} style={{ flexWrap: 'nowrap', overflowX: 'auto' }}>
            {sources.map(({ id, name }) => (
              <Tabs.Tab key={id} value={id}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {sources.map(({ id, pane }) => (
            <Tabs.Panel key={id} value={id}>
              {pane}
            </Tabs.Panel>
          ))}
        </Tabs>
        <Stack gap={12} w={{ sm: '17rem' }}>
          <ChosenProducts ids={picked} onRemove={remove} />
          {picked.length > 0 && <SaveList productIds={picked} onSaved={(list) => setSaved({ list, ids: picked })} />}
        </Stack>
      </Box>
      <Group gap={8} justify="flex-end" preventGrowOverflow={false} className={classes.foot}>
        <Button variant="default" onClick={() => onChoose([])}>
          <Trans>All products</Trans>
        </Button>
        <Button
          disabled={picked.length === 0}
          onClick={() => (isSaved ? onChooseList(saved.list.id) : onChoose(picked))}
        >
          <Plural value={picked.length} one="Show # product" other="Show # products" />
        </Button>
      </Group>
    </Dialog>
  );
}

interface ChosenProductsProps {
  ids: readonly ProductId[];
  onRemove: (ids: readonly ProductId[]) => void;
}

const maxListed = 100;

/** The products selected so far, up to 100, each with a button to remove it. */
function ChosenProducts({ ids, onRemove }: ChosenProductsProps) {
  const { t } = useLingui();
  const listed = useMemo(() => ids.slice(0, maxListed), [ids]);
  const { nameOf } = useNames(listed);
  return (
    <Stack component="section" aria-label={t`Selected products`} gap={12}>
      <Group gap="4px 16px" justify="space-between">
        <Text component="h3" fz={14} fw={700}>
          <Plural value={ids.length} one="# product selected" other="# products selected" />
        </Text>
        {ids.length > 0 && (
          <LinkButton onClick={() => onRemove(ids)}>
            <Trans>Remove all</Trans>
          </LinkButton>
        )}
      </Group>
      {ids.length === 0 ? (
        <Text fz={14} c="dimmed" tabIndex={-1} data-focus-heir>
          <Trans>Nothing selected. All products are shown.</Trans>
        </Text>
      ) : (
        <ul className={classes.chips}>
          {listed.map((id) => {
            const name = nameOf(id).name ?? String(id);
            return (
              <li key={id} className={classes.chip}>
                <Text component="bdi" inherit truncate title={name}>
                  {name}
                </Text>
                <IconButton size="s" label={t`Remove ${name}`} Icon={X} onClick={() => onRemove([id])} />
              </li>
            );
          })}
          {ids.length > maxListed && (
            <Text component="li" fz={14} c="dimmed">
              <Plural value={ids.length - maxListed} one="and # more" other="and # more" />
            </Text>
          )}
        </ul>
      )}
    </Stack>
  );
}
