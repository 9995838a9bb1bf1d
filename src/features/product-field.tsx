import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Combobox.css';
import { useLingui } from '@lingui/react/macro';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { useProductSearch } from '#api/products.ts';
import { session } from '#api/session.ts';
import { useLocale } from '#ui/locale.tsx';
import type { Product } from '#contract/gateway.ts';
import { readProductEntry } from '#domain/product-entry.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import classes from './product-field.module.css';

interface ProductFieldProps {
  /** What stands in the field: an id, a SKU, words of a name, or an entry such as `12345 x 40`. */
  value: string;
  onChange: (text: string) => void;
  /** A product was chosen from the list, with the quantity that was typed beside it (`12345 x 40`), if any. */
  onPick: (product: Product, quantity: Thousandths | null) => void;
  error?: ReactNode;
  onBlur?: () => void;
}

const pauseInTyping = 120;

/** Finds a product by id, SKU or name while it is typed. */
export function ProductField({ value, onChange, onPick, onBlur, ...input }: ProductFieldProps) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const isSearchable = useQuery(session.current()).data?.service.searchable ?? true;
  const [wantsList, setWantsList] = useState(false);
  // Mantine names the active option until the next arrow key, even after the list has changed.
  const [hasActiveOption, setHasActiveOption] = useState(false);
  const entry = readProductEntry(value, locale);
  const [text] = useDebouncedValue(entry.product, pauseInTyping);
  const { data } = useProductSearch(text, { enabled: wantsList });
  const options = entry.product.trim() === '' ? [] : (data?.products ?? []);
  const combobox = useCombobox({ opened: wantsList && options.length > 0, onOpenedChange: setWantsList });

  function pick(productId: string) {
    const product = options.find((option) => String(option.productId) === productId);
    setWantsList(false);
    if (product) onPick(product, entry.quantity);
  }

  return (
    <Combobox store={combobox} withinPortal={false} shadow="md" onOptionSubmit={pick}>
      <Combobox.Target withExpandedAttribute {...(!hasActiveOption && { 'aria-activedescendant': '' })}>
        <TextInput
          {...input}
          label={t`Product`}
          placeholder={isSearchable ? t`Id, SKU or name` : t`Id`}
          description={isSearchable ? undefined : t`By its id: no catalogue of names was imported.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={value}
          spellCheck={false}
          autoCapitalize="off"
          enterKeyHint="search"
          dir="auto"
          aria-autocomplete="list"
          onChange={(event) => {
            onChange(event.currentTarget.value);
            combobox.resetSelectedOption();
            setHasActiveOption(false);
            setWantsList(true);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setHasActiveOption(true);
          }}
          onBlur={() => {
            setWantsList(false);
            onBlur?.();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t`Matching products`} className={classes.list}>
          {options.map((product) => (
            <Combobox.Option key={product.productId} value={String(product.productId)} className={classes.option}>
              <ProductWords product={product} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** A product's name, and beneath it id, SKU and unit. */
function ProductWords({ product: { productId, name, sku, unit } }: { product: Product }) {
  return (
    <>
      <span className={classes.name}>
        <bdi>{name ?? productId}</bdi>
      </span>
      <span className={classes.codes}>
        <span>{productId}</span>
        {sku !== null && <bdi>{sku}</bdi>}
        {unit !== null && <span>{unit}</span>}
      </span>
    </>
  );
}
