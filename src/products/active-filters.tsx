import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, VisuallyHidden } from '@mantine/core';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

import { useLocale } from '#ui/locale.tsx';

import classes from './listing-panel.module.css';
import type { CalendarsSearch } from './products-search.ts';
import { useChoose } from '#products/selection/choice.ts';
import type { Choice } from '#products/selection/choice.ts';
import { useTileWords } from './summary.tsx';
import { isPagedView } from './views.ts';

interface ActiveFiltersProps {
  address: CalendarsSearch;
  choice: Choice;
  /** Unit of the quantity; null if every unit counts, or if it isn't known yet. */
  unit: string | null;
  /** Whether the field of the quantity is folded. */
  isNarrow: boolean;
}

/** Each choice and filter that narrows the products of the view, as a button that removes it. */
export function ActiveFilters({ address, choice: { productIds, listName }, unit, isNarrow }: ActiveFiltersProps) {
  const { t } = useLingui();
  const { formatQuantity } = useLocale();
  const { choose } = useChoose(address);
  const { change, quantity, includesMaxLeadTime, view } = address;
  const { tile, find, weeks } = address.search;
  const tiles = useTileWords(weeks);
  const of = quantity === null ? null : formatQuantity(quantity, unit);
  const chips: { key: string; text: ReactNode; remove: () => void }[] = [];
  if (productIds !== null) {
    const text =
      listName === null ? (
        <Plural value={productIds.length} one="Selection: # product" other="Selection: # products" />
      ) : (
        t`List: ${listName}`
      );
    chips.push({ key: 'choice', text, remove: () => choose([]) });
  }
  if (isPagedView(view) && tile !== undefined) {
    const text = of === null ? tiles[tile] : `${tiles[tile]} · ${of}`;
    chips.push({ key: 'tile', text, remove: () => change({ tile: undefined, page: undefined }) });
  }
  if (view !== 'compare' && find !== undefined)
    chips.push({ key: 'find', text: t`Text: ${find}`, remove: () => change({ find: undefined, page: undefined }) });
  if (of !== null && isNarrow)
    chips.push({ key: 'quantity', text: t`Quantity: ${of}`, remove: () => change({ quantity: undefined }) });
  if (!includesMaxLeadTime)
    chips.push({ key: 'mlt', text: t`Without max lead time`, remove: () => change({ mlt: undefined }) });
  if (chips.length === 0) return null;
  return (
    <Group component="ul" aria-label={t`Filters`} gap={6} className={classes.chips}>
      {chips.map(({ key, text, remove }) => (
        <li key={key}>
          <Button variant="light" rightSection={<X aria-hidden size={14} />} onClick={remove}>
            <bdi>{text}</bdi>
            <VisuallyHidden>
              {' '}
              <Trans>Remove filter</Trans>
            </VisuallyHidden>
          </Button>
        </li>
      ))}
    </Group>
  );
}
