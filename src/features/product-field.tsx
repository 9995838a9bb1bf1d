import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import { useProductSearch } from '#api/products.ts';
import { session } from '#api/session.ts';
import { useLocale } from '#ui/locale.tsx';
import { comboboxRole, type OptionKeys } from '#ui/option-keys.ts';
import type { Product } from '#contract/gateway.ts';
import { readProductEntry } from '#domain/product-entry.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { ProductChoice } from './product-choice.tsx';

interface ProductFieldProps {
  /** Text of the field: product ID, SKU, part of a name, or an entry such as `12345 x 40`. */
  value: string;
  onChange: (text: string) => void;
  /** Called when a product is selected from the list, with the quantity typed beside it (`12345 x 40`), if any. */
  onPick: (product: Product, quantity: Thousandths | null) => void;
  error?: ReactNode;
  onBlur?: () => void;
}

const pauseInTyping = 120;

const loadList = () => import('#ui/option-list.tsx');
const OptionList = lazy(async () => ({ default: (await loadList()).OptionList<ProductOption> }));

interface ProductOption {
  id: number;
  content: ReactNode;
  product: Product;
}

/** Searches products by ID, SKU or name while typing. The option list is loaded on focus. */
export function ProductField({ value, onChange, onPick, onBlur, ...input }: ProductFieldProps) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const isSearchable = useQuery(session.current()).data?.service.searchable ?? true;
  const [wantsList, setWantsList] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const keys = useRef<OptionKeys>(null);
  const listId = useId();
  const entry = readProductEntry(value, locale);
  const [text] = useDebouncedValue(entry.product, pauseInTyping);
  const { data } = useProductSearch(text, { enabled: wantsList });
  const options = useMemo(() => data?.products.map(optionOf) ?? [], [data]);
  const isOpen = wantsList && entry.product.trim() !== '' && options.length > 0;

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (isOpen && keys.current?.(event.key)) event.preventDefault();
    else if (event.key === 'Enter' || event.key === 'Escape') setWantsList(false);
    else if (event.key === 'ArrowDown') setWantsList(true);
  }

  return (
    <div style={{ position: 'relative' }}>
      <TextInput
        {...input}
        ref={field}
        label={t`Product`}
        placeholder={isSearchable ? t`Product ID, SKU or name` : t`Product ID`}
        description={isSearchable ? undefined : t`Search by product ID only. No product catalog is imported.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={value}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="off"
        enterKeyHint="search"
        dir="auto"
        {...comboboxRole}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        // If the list fails to load, typing still works, and the next input retries.
        onFocus={() => void loadList().catch(() => undefined)}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          setWantsList(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setWantsList(false);
          onBlur?.();
        }}
      />
      {isOpen && (
        <Suspense>
          <OptionList
            id={listId}
            label={t`Matching products`}
            field={field}
            keys={keys}
            options={options}
            withinPortal={false}
            onPick={({ product }) => {
              setWantsList(false);
              onPick(product, entry.quantity);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

function optionOf(product: Product): ProductOption {
  return { id: product.productId, content: <ProductChoice product={product} />, product };
}
