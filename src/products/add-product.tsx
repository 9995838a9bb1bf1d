import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/ScrollArea.css';
import { useLingui } from '@lingui/react/macro';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Plus } from 'lucide-react';
import { useState } from 'react';

import { useProductSearch } from '#data/products.ts';
import type { ProductId } from '#stock/contract/product-id.ts';

import { withTypedId } from '#products/selection/search-pane.tsx';

interface AddProductProps {
  selected: readonly ProductId[];
  onAdd: (id: ProductId) => void;
}

const typingPause = 150;

/** Search field to add a product by ID, SKU or name. */
export function AddProduct({ selected, onAdd }: AddProductProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), typingPause);
  const { data, isPlaceholderData } = useProductSearch(text);
  const found = text === '' ? [] : withTypedId(data?.products ?? [], text);
  return (
    <Select
      aria-label={t`Add product`}
      placeholder={t`Add product`}
      leftSection={<Plus aria-hidden size={18} />}
      rightSection={<></>}
      maw="20rem"
      mt={2}
      mb={12}
      searchable
      // Enter selects the first result only if the results are for the current text.
      selectFirstOptionOnChange={text === typed.trim() && !isPlaceholderData && data !== undefined}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={found
        .filter(({ productId }) => !selected.includes(productId))
        .map(({ productId, name }) => ({
          value: String(productId),
          label: name === null ? String(productId) : `${name} · ${productId}`,
        }))}
      onChange={(id) => {
        setTyped('');
        onAdd(Number(id));
      }}
    />
  );
}
