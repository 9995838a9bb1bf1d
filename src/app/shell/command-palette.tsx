import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Combobox.css';
import { useLingui } from '@lingui/react/macro';
import { Combobox, Group, Modal, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';

import { useProductSearch } from '#api/products.ts';
import { type ListedChoice, ProductChoice } from '#features/product-choice.tsx';
import { useRecentProducts } from '#features/recent-products.ts';
import { useBackToClose } from '#ui/dialog.tsx';
import '#ui/dialog-styles.ts';
import { takeTyping } from '#ui/early-typing.ts';
import { comboboxRole, useOptionKeys, type OptionKeys } from '#ui/option-keys.ts';

import { usePages } from './header.tsx';

/**
 * Searches products and pages; lists recent products until text is entered. On calendar pages, products open their
 * calendar, elsewhere their availability.
 */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const onCalendar = useRouterState({ select: ({ location }) => /^\/(products|calendars)/.test(location.pathname) });
  const { entries: recent } = useRecentProducts();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, 120);
  const { data, isFetching } = useProductSearch(text);
  const found: readonly ListedChoice[] = typed.trim() === '' ? recent : (data?.products ?? []);
  const pages = usePages().filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()));
  const count = pages.length + found.length;
  const combobox = useCombobox({ opened: true });
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const keys = useRef<OptionKeys>(null);
  useOptionKeys({
    combobox,
    field: input,
    keys,
    listed: [...pages.map(({ to }) => to), ...found.map(({ productId }) => productId)].join(),
    startsAtFirst: true,
  });

  function onKeyDown(event: KeyboardEvent) {
    if (!event.nativeEvent.isComposing && keys.current?.(event.key)) event.preventDefault();
  }

  function pick(value: string) {
    onClose();
    const page = pages.find(({ to }) => to === value);
    if (page) void navigate({ to: page.to });
    else if (onCalendar) void navigate({ to: '/products/$productId', params: { productId: Number(value) } });
    else void navigate({ to: '/', search: { product: Number(value) } });
  }

  useBackToClose(onClose);
  return (
    <Modal.Root opened onClose={onClose} size={600} yOffset="10dvh">
      <Modal.Overlay />
      <Modal.Content aria-label={t`Search products and pages`}>
        <Combobox store={combobox} onOptionSubmit={pick} withinPortal={false}>
          <TextInput
            data-autofocus
            variant="unstyled"
            px="md"
            size="lg"
            leftSection={<Search aria-hidden size={20} />}
            {...comboboxRole}
            ref={input}
            aria-expanded={count > 0}
            aria-controls={count > 0 ? listId : undefined}
            autoComplete="off"
            onKeyDown={onKeyDown}
            aria-label={t`Search products and pages`}
            placeholder={t`Search by product ID, SKU, name or page`}
            value={typed}
            spellCheck={false}
            onFocus={() => {
              const early = takeTyping();
              if (early !== '') setTyped((before) => before + early);
            }}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {count > 0 && (
            <Combobox.Options
              id={listId}
              aria-label={t`Products and pages`}
              mah="min(26rem, 60dvh)"
              p={6}
              style={{ overflowY: 'auto', borderTop: '1px solid var(--sh-line)' }}
            >
              {pages.map(({ to, name, Icon }) => (
                <Combobox.Option key={to} value={to}>
                  <Group gap={12} mih={32}>
                    <Icon aria-hidden size={18} strokeWidth={1.75} />
                    {name}
                  </Group>
                </Combobox.Option>
              ))}
              {found.map((product) => (
                <Combobox.Option key={product.productId} value={String(product.productId)}>
                  <ProductChoice product={product} />
                </Combobox.Option>
              ))}
            </Combobox.Options>
          )}
        </Combobox>
        <Text component="output" display="block" c="dimmed" px={count === 0 ? 'md' : 0} pb={count === 0 ? 'md' : 0}>
          {count === 0 && !isFetching && typed === text
            ? t`No results. Try a product ID, SKU or part of the name.`
            : ''}
        </Text>
      </Modal.Content>
    </Modal.Root>
  );
}
