import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Text } from '@mantine/core';
import { BookmarkPlus, X } from 'lucide-react';
import { lazy, memo, Suspense, useRef, useState } from 'react';

import { useNames } from '#data/products.ts';
import { StatusMessage, useStatusMessage } from '#parts/export/toolbar-button.tsx';
import { productWords } from '#parts/result/wording.ts';
import { AddToOrderButton } from '#parts/saved-orders/add-to-order-button.tsx';
import { WatchButton } from '#parts/watch/watch-button.tsx';
import type { Thousandths } from '#stock/thousandths.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { useLocale } from '#ui/locale.tsx';

import classes from './listing-panel.module.css';
import type { CalendarsSearch } from './products-search.ts';
import { type Selection, selectionBarId } from './selection.ts';
import { views } from './views.ts';

const PopoverPanel = lazy(async () => ({ default: (await import('#ui/popover-panel.tsx')).PopoverPanel }));
const SaveList = lazy(async () => ({ default: (await import('#products/selection/lists-pane.tsx')).SaveList }));

/** Most products that can be watched at once. */
const maxWatched = 1000;
const none: readonly never[] = [];

interface SelectionBarProps {
  address: CalendarsSearch;
  selection: Selection;
}

/** Number of selected products and what can be done with them, above the pagination. Exports are in the toolbar. */
export const SelectionBar = memo(function SelectionBar({ address, selection }: SelectionBarProps) {
  const { t, i18n } = useLingui();
  const { formatCount } = useLocale();
  const { selected, select } = selection;
  const save = useRef<HTMLButtonElement>(null);
  const [isSaving, setSaving] = useState(false);
  const [said, say] = useStatusMessage();
  const count = formatCount(selected.length);
  return (
    <Group
      component="section"
      id={selectionBarId}
      tabIndex={-1}
      aria-label={t`Selected products`}
      gap={8}
      wrap="nowrap"
      align="flex-start"
      className={classes.selected}
    >
      <Text component="output" fz={14} lh="36px" fw={600}>
        <Plural value={selected.length} one={`${count} selected`} other={`${count} selected`} />
      </Text>
      <IconButton size="s" label={t`Clear selection`} Icon={X} onClick={() => select([])} />
      <Box maw={260}>
        <AddToOrderButton productIds={selected} quantity={address.quantity} />
      </Box>
      <WatchProducts productIds={selected} quantity={address.quantity} />
      {views.map(
        ({ id, action }) =>
          action && (
            <Button
              key={id}
              variant="default"
              leftSection={<action.Icon aria-hidden size={18} />}
              onClick={() => address.change({ view: id })}
            >
              {action.label(i18n)}
            </Button>
          ),
      )}
      <Button
        ref={save}
        variant="default"
        leftSection={<BookmarkPlus aria-hidden size={18} />}
        aria-haspopup="dialog"
        aria-expanded={isSaving}
        onClick={() => setSaving(!isSaving)}
      >
        <Trans>Save as list</Trans>
      </Button>
      {isSaving && (
        <Suspense>
          <PopoverPanel anchor={save} label={t`Save as list`} opened onClose={() => setSaving(false)} position="top">
            <SaveList
              productIds={selected}
              isAlone
              onSaved={({ name }) => {
                setSaving(false);
                say(t`Saved as ${name}`);
              }}
            />
          </PopoverPanel>
        </Suspense>
      )}
      <StatusMessage>{said}</StatusMessage>
    </Group>
  );
});

interface WatchProductsProps {
  productIds: Selection['selected'];
  quantity: Thousandths | null;
}

/** A bell for products, by their names in the catalog; nothing if they are too many. */
export function WatchProducts({ productIds, quantity }: WatchProductsProps) {
  const { nameOf } = useNames(productIds.length > maxWatched ? none : productIds);
  if (productIds.length > maxWatched) return null;
  const products = productIds.map((productId) => {
    const product = nameOf(productId);
    return { productId, product: productWords(product), unit: product.unit, quantity, shipBy: null };
  });
  return <WatchButton hasLabel products={products} />;
}
