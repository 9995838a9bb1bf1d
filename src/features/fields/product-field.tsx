import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { useProductSearch } from '#api/products.ts';
import { session } from '#api/session.ts';
import { useListbox } from '#ui/use-listbox.ts';
import { useLocale } from '#ui/locale.tsx';
import type { Product } from '#contract/gateway.ts';
import { readProductEntry } from '#domain/product-entry.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import classes from './product-field.module.css';
import { ProductOption } from './product-option.tsx';

interface ProductFieldProps {
  /** What stands in the field: an id, a SKU, words of a name, or an entry such as `12345 x 40`. */
  value: string;
  onChange: (text: string) => void;
  /** A product was chosen from the list, with the quantity that was typed beside it (`12345 x 40`), if any. */
  onPick: (product: Product, quantity: Thousandths | null) => void;
  label?: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
}

const pauseInTyping = 120;

/** Finds a product by id, SKU or name while it is typed (an ARIA combobox). */
export function ProductField({ value, onChange, onPick, label, description, ...input }: ProductFieldProps) {
  const { t } = useLingui();
  const isSearchable = useQuery(session.current()).data?.service.searchable ?? true;
  const { locale } = useLocale();
  const [open, setOpen] = useState(false);
  const entry = readProductEntry(value, locale);
  const [text] = useDebouncedValue(entry.product, pauseInTyping);
  const { data } = useProductSearch(text, { enabled: open });
  const options = entry.product.trim() === '' ? [] : (data?.products ?? []);

  const listbox = useListbox({
    count: options.length,
    open,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    onPick: (index) => {
      const product = options[index];
      setOpen(false);
      if (product) onPick(product, entry.quantity);
    },
  });

  const list = listbox.expanded && (
    <ul {...listbox.listProps} aria-label={t`Matching products`} className={classes['list']}>
      {options.map((product, index) => (
        <ProductOption
          key={product.productId}
          product={product}
          isActive={index === listbox.active}
          {...listbox.optionProps(index)}
        />
      ))}
    </ul>
  );

  const withList = (control: ReactNode) => (
    <div className={classes['anchor']}>
      {control}
      {list}
    </div>
  );

  return (
    <TextInput
      {...input}
      {...listbox.inputProps}
      label={label ?? t`Product`}
      placeholder={isSearchable ? t`Id, SKU or name` : t`Id`}
      description={description ?? (isSearchable ? undefined : t`By its id: no catalogue of names was imported.`)}
      value={value}
      spellCheck={false}
      autoCapitalize="off"
      enterKeyHint="search"
      dir="auto"
      inputContainer={withList}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => {
        onChange(event.currentTarget.value);
        listbox.reset();
        setOpen(true);
      }}
      onBlur={() => setOpen(false)}
    />
  );
}
