import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { BookmarkPlus, X } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';

import { AddToOrderButton } from '#parts/saved-orders/add-to-order-button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useLocale } from '#ui/locale.tsx';
import { PopoverPanel } from '#ui/popover-panel.tsx';

import classes from './listing-panel.module.css';
import type { CalendarsSearch } from './products-search.ts';
import type { Selection } from './selection.ts';
import { views } from './views.ts';

const SaveList = lazy(async () => ({ default: (await import('#products/selection/lists-pane.tsx')).SaveList }));

/** Number of selected products and what can be done with them, above the pagination. Exports are in the toolbar. */
export function SelectionBar({ address, selection }: { address: CalendarsSearch; selection: Selection }) {
  const { t, i18n } = useLingui();
  const { formatCount } = useLocale();
  const { selected, select } = selection;
  const save = useRef<HTMLButtonElement>(null);
  const [isSaving, setSaving] = useState(false);
  const count = formatCount(selected.length);
  return (
    <Group
      component="section"
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
      <AddToOrderButton productIds={selected} quantity={address.quantity} />
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
        <PopoverPanel anchor={save} label={t`Save as list`} opened onClose={() => setSaving(false)} position="top">
          <Suspense>
            <SaveList productIds={selected} />
          </Suspense>
        </PopoverPanel>
      )}
    </Group>
  );
}
