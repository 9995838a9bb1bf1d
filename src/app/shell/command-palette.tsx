import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Combobox.css';
import { useLingui } from '@lingui/react/macro';
import { Combobox, Group, Modal, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';

import { useProductSearch } from '#api/products.ts';
import '#ui/dialog-styles.ts';

import { takeTyping } from './dialogs.tsx';
import { useScreens } from './header.tsx';

const comboboxRole = { role: 'combobox', 'aria-autocomplete': 'list' } as const;

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
  const combobox = useCombobox({ opened: true });
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  // The store marks the option on the page itself; the input tells of it in the same way.
  const point = (option: string | null) => input.current?.setAttribute('aria-activedescendant', option ?? '');
  const selectFirst = useEffectEvent(() => point(combobox.selectFirstOption()));
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- with them changes what is listed, of which Enter takes the first
  useEffect(() => selectFirst(), [typed, data]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') point(combobox.selectNextOption());
    else if (event.key === 'ArrowUp') point(combobox.selectPreviousOption());
    else if (event.key === 'Enter') combobox.clickSelectedOption();
    else return;
    event.preventDefault();
  }

  function pick(value: string) {
    onClose();
    const screen = screens.find(({ to }) => to === value);
    if (screen) void navigate({ to: screen.to });
    else if (onCalendar) void navigate({ to: '/products/$productId', params: { productId: Number(value) } });
    else void navigate({ to: '/', search: { product: Number(value) } });
  }

  return (
    <Modal.Root opened onClose={onClose} size={600} yOffset="10dvh">
      <Modal.Overlay />
      <Modal.Content aria-label={t`Find a product or a screen`}>
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
            aria-label={t`Search products and screens`}
            placeholder={t`Product id, SKU, name, or a screen`}
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
              aria-label={t`Products and screens`}
              mah="min(26rem, 60dvh)"
              p={6}
              style={{ overflowY: 'auto', borderTop: '1px solid var(--sh-line)' }}
            >
              {screens.map(({ to, name, Icon }) => (
                <Combobox.Option key={to} value={to}>
                  <Group gap={12} mih={32}>
                    <Icon aria-hidden size={18} strokeWidth={1.75} />
                    {name}
                  </Group>
                </Combobox.Option>
              ))}
              {found.map(({ productId, name, sku, unit }) => (
                <Combobox.Option key={productId} value={String(productId)}>
                  <Text inherit truncate>
                    <bdi>{name ?? productId}</bdi>
                  </Text>
                  <Text fz={13} c="dimmed">
                    {[productId, sku, unit].filter((part) => part !== null).join(' · ')}
                  </Text>
                </Combobox.Option>
              ))}
            </Combobox.Options>
          )}
        </Combobox>
        <Text component="output" display="block" c="dimmed" px={count === 0 ? 'md' : 0} pb={count === 0 ? 'md' : 0}>
          {count === 0 && !isFetching && typed === text
            ? t`Nothing found: try a product id, an SKU, or words of the name.`
            : ''}
        </Text>
      </Modal.Content>
    </Modal.Root>
  );
}
