import { useLingui } from '@lingui/react/macro';
import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';

import { useProductSearch } from '#api/products.ts';
import '#ui/dialog-styles.ts';
import { ProductOption } from '#features/product-field.tsx';
import { useListbox } from '#ui/use-listbox.ts';

import classes from './command-palette.module.css';
import { takeTyping } from './typed-ahead.ts';
import { useScreens } from './use-screens.ts';

/** Finds any product or screen. A product opens on the screen that one is on: its calendar, or its availability. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const onCalendar = useRouterState({ select: ({ location }) => location.pathname.startsWith('/products') });
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, 120);
  const { data, isFetching } = useProductSearch(text);
  const found = typed.trim() === '' ? [] : (data?.products ?? []);
  const screens = useScreens().filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()));
  const count = screens.length + found.length;

  function pick(index: number) {
    onClose();
    const product = found[index - screens.length];
    if (!product) void navigate({ to: screens[index]?.to ?? '/' });
    else if (onCalendar) void navigate({ to: '/products/$productId', params: { productId: product.productId } });
    else void navigate({ to: '/', search: { product: product.productId } });
  }

  const listbox = useListbox({ count, open: true, eager: true, onClose, onPick: pick });

  return (
    <Modal.Root opened onClose={onClose} size={600} radius={12} yOffset="10dvh" transitionProps={{ duration: 0 }}>
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label={t`Find a product or a screen`}>
        <div className={classes['search']}>
          <Search aria-hidden size={20} className={classes['icon']} />
          <input
            {...listbox.inputProps}
            data-autofocus
            aria-label={t`Search products and screens`}
            placeholder={t`Product id, SKU, name, or a screen`}
            value={typed}
            spellCheck={false}
            onFocus={() => {
              const early = takeTyping();
              if (early !== '') setTyped((before) => before + early);
            }}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              listbox.reset();
            }}
            className={classes['input']}
          />
        </div>
        {listbox.expanded && (
          <ul {...listbox.listProps} aria-label={t`Products and screens`} className={classes['list']}>
            {screens.map(({ to, name, Icon }, index) => (
              <li
                key={to}
                {...listbox.optionProps(index)}
                data-active={index === listbox.active || undefined}
                className={classes['screen']}
              >
                <Icon aria-hidden size={18} strokeWidth={1.75} />
                {name}
              </li>
            ))}
            {found.map((product, index) => (
              <ProductOption
                key={product.productId}
                product={product}
                isActive={screens.length + index === listbox.active}
                {...listbox.optionProps(screens.length + index)}
              />
            ))}
          </ul>
        )}
        <output className={classes['status']}>
          {count === 0 && !isFetching && typed === text
            ? t`Nothing found: try a product id, an SKU, or words of the name.`
            : ''}
        </output>
      </Modal.Content>
    </Modal.Root>
  );
}
