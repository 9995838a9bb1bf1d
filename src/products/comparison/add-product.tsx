import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/ScrollArea.css';
import { useLingui } from '@lingui/react/macro';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';

import { findProducts } from '#data/products.ts';
import { suggestions } from '#parts/resolve-product.ts';
import { readProductKeys } from '#stock/calendars/read-product-keys.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { Suggestion } from '#stock/product-entry.ts';
import { useLocale } from '#ui/locale.tsx';

import { withTypedId } from '#products/selection/search-pane.tsx';

interface AddProductProps {
  selected: readonly ProductId[];
  onAdd: (ids: readonly ProductId[]) => void;
}

const typingPause = 150;
const maxListed = 8;

/**
 * Search field to add a product by ID, SKU or name; a quantity or date beside it is ignored (`300 m blue poplin`). Enter
 * adds the first match, however fast it follows the text; of several IDs or SKUs, all products.
 */
export function AddProduct({ selected, onAdd }: AddProductProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const words = useLocale();
  const queries = useQueryClient();
  const [text] = useDebouncedValue(typed.trim(), typingPause);
  const { data, isPlaceholderData } = useQuery(suggestions(text, words, maxListed));
  const hasSeveral = /\d[\s,;|/]+\S*\d/.test(typed);
  const isOfText = !hasSeveral && text !== '' && text === typed.trim() && !isPlaceholderData && data !== undefined;
  const notSelected = (written: string, found: readonly Suggestion[]) =>
    withTypedId(
      found.map(({ product }) => product),
      written,
    ).filter(({ productId }) => !selected.includes(productId));
  const listed = text === '' ? [] : notSelected(text, data ?? []);
  /** Adds the first match of a text whose matches aren't listed yet, unless more was typed meanwhile. */
  const entered = useMutation({
    mutationFn: async (written: string): Promise<readonly ProductId[]> => {
      const { keys } = readProductKeys(written, 'paste');
      const { productIds } = keys.length > 1 ? await findProducts(keys, queries) : { productIds: [] };
      if (productIds.length > 1) return productIds;
      const found = await queries.fetchQuery(suggestions(written, words, maxListed));
      return notSelected(written, found)
        .slice(0, 1)
        .map(({ productId }) => productId);
    },
    onSuccess: (ids, written) => {
      if (ids.length > 0 && written === typed.trim()) add(ids);
    },
  });

  function add(ids: readonly ProductId[]) {
    setTyped('');
    onAdd(ids);
  }

  return (
    <Select
      aria-label={t`Add product`}
      placeholder={t`Add product`}
      leftSection={<Plus aria-hidden size={18} />}
      rightSection={<></>}
      maw="20rem"
      my={8}
      searchable
      selectFirstOptionOnChange={isOfText}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      // In the capture phase, before the list selects a match of an earlier text.
      onKeyDownCapture={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || isOfText || typed.trim() === '') return;
        event.stopPropagation();
        entered.mutate(typed.trim());
      }}
      filter={({ options }) => options}
      data={listed.map(({ productId, name }) => ({
        value: String(productId),
        label: name === null ? String(productId) : `${name} · ${productId}`,
      }))}
      onChange={(id) => add([Number(id)])}
    />
  );
}
