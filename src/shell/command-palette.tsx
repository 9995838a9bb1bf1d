import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Combobox.css';
import { useLingui } from '@lingui/react/macro';
import { Combobox, Group, Modal, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';

import type { ProductId } from '#stock/contract/product-id.ts';
import { isOtherUnit, type Suggestion } from '#stock/product-entry.ts';
import { ProductChoice, SuggestedProduct } from '#parts/product-choice.tsx';
import { useRecentProducts } from '#parts/recent-products.ts';
import { suggestions } from '#parts/resolve-product.ts';
import { fromThousandths } from '#stock/thousandths.ts';
import { useBackToClose } from '#ui/dialog.tsx';
import '#ui/dialog-styles.ts';
import { takeTyping } from '#ui/early-typing.ts';
import { useLocale } from '#ui/locale.tsx';
import { comboboxRole, useOptionKeys, type OptionKeys } from '#ui/option-keys.ts';

import { usePages } from './pages.ts';

const maxListed = 8;

/**
 * Searches products and pages; lists recent products until text is entered. On calendar pages, products open their
 * calendar, elsewhere their availability, for the quantity and the date in the text (`300 poplin blue`). Enter opens
 * the first match, however fast it was typed.
 */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const words = useLocale();
  const queries = useQueryClient();
  const { entries: recent } = useRecentProducts();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, 120);
  const { data, isFetching, isPlaceholderData } = useQuery(suggestions(text, words, maxListed));
  const isBlank = typed.trim() === '';
  const found = isBlank ? [] : (data ?? []);
  const listed = isBlank ? recent.map(({ productId }) => productId) : found.map(({ product }) => product.productId);
  const pages = usePages().filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()));
  const isOfText = isBlank || pages.length > 0 || (typed === text && !isPlaceholderData && !isFetching);
  const count = pages.length + listed.length;
  const combobox = useCombobox({ opened: true });
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const keys = useRef<OptionKeys>(null);
  useOptionKeys({
    combobox,
    field: input,
    keys,
    listed: [...pages.map(({ to }) => to), ...listed].join(),
    startsAt: 1,
  });

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !isOfText) {
      event.preventDefault();
      void openFirst();
    } else if (keys.current?.(event.key)) event.preventDefault();
  }

  /** Opens the first product for a text whose suggestions aren't listed yet. If they can't be loaded, nothing opens. */
  async function openFirst() {
    const [first] = await queries.fetchQuery(suggestions(typed, words, maxListed)).catch(() => []);
    if (first) open(first.product.productId, first);
  }

  function open(productId: ProductId, suggestion?: Suggestion) {
    onClose();
    // A quantity in another unit is left to be entered.
    const typedQuantity = suggestion && !isOtherUnit(suggestion) ? suggestion.quantity : null;
    const quantity = typedQuantity === null ? undefined : fromThousandths(typedQuantity);
    const shipBy = suggestion?.shipBy ?? undefined;
    void navigate({ to: '/', search: { product: productId, quantity, shipBy } });
  }

  function pick(value: string) {
    const page = pages.find(({ to }) => to === value);
    if (!page)
      return open(
        Number(value),
        found.find(({ product }) => String(product.productId) === value),
      );
    onClose();
    void navigate({ to: page.to, search: page.search });
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
              {isBlank &&
                recent.map((product) => (
                  <Combobox.Option key={product.productId} value={String(product.productId)}>
                    <ProductChoice product={product} />
                  </Combobox.Option>
                ))}
              {found.map((suggestion) => (
                <Combobox.Option key={suggestion.product.productId} value={String(suggestion.product.productId)}>
                  <SuggestedProduct suggestion={suggestion} of={found} />
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
