import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Combobox.css';
import { useLingui } from '@lingui/react/macro';
import { Combobox, Group, Modal, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { Handshake, ListChecks, ListFilter, type LucideIcon, Plus, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

import { lists } from '#data/lists.ts';
import { promises } from '#data/promises.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { foldText } from '#stock/fold-text.ts';
import { isOtherUnit, type Suggestion } from '#stock/product-entry.ts';
import { ProductChoice, SuggestedProduct } from '#parts/product-choice.tsx';
import { useRecentProducts } from '#parts/recent-products.ts';
import { recentLookups } from '#parts/recent-lookups.ts';
import { useRememberedKey, useRememberedList } from '#parts/remembered.ts';
import { showOrder } from '#parts/saved-orders/open-order.ts';
import { orderName } from '#parts/saved-orders/order-name.ts';
import { newOrderId, type OrderHeader } from '#parts/saved-orders/saved-order.ts';
import { useSavedOrders } from '#parts/saved-orders/saved-orders.ts';
import { suggestions } from '#parts/resolve-product.ts';
import { fromThousandths, type Thousandths } from '#stock/thousandths.ts';
import { useBackToClose } from '#ui/dialog.tsx';
import '#ui/dialog-styles.ts';
import { useLocale } from '#ui/locale.tsx';
import { comboboxRole, useOptionKeys, type OptionKeys } from '#ui/option-keys.ts';

import { usePages } from './pages.ts';

const maxListed = 8;
const maxRecent = 5;

interface Option {
  /** Unique in the list. */
  value: string;
  label: ReactNode;
  open: () => void;
}

/** A page, an action, a view or list of products, a saved order, or the promises of a customer. */
interface Entry extends Omit<Option, 'label'> {
  name: string;
  /** By what it is found before the products; the name if absent. */
  given?: string;
  Icon: LucideIcon;
}

interface CommandPaletteProps {
  /** What was typed before it was loaded. */
  early: string;
  onClose: () => void;
}

/**
 * Searches products with their views and lists, pages, actions, saved orders and customers with promises; until text is
 * entered, lists recent checks, products and orders first. Products open their availability, for the quantity and the date
 * in the text (`300 poplin blue`). Enter opens the first match, however fast it was typed.
 */
export function CommandPalette({ early, onClose }: CommandPaletteProps) {
  const { t } = useLingui();
  const words = useLocale();
  const queries = useQueryClient();
  const openProduct = useOpenProduct();
  const recent = useRecentOptions();
  const { fixed, ofProducts, orders, customers } = useEntries();
  const [typed, setTyped] = useState(early);
  const [text] = useDebouncedValue(typed, 120);
  const { data, isFetching, isPlaceholderData } = useQuery(suggestions(text, words, maxListed));
  const isBlank = typed.trim() === '';
  const found = isBlank ? [] : (data ?? []);
  const sought = foldText(typed);
  const matches = ({ name, given = name }: Entry) => foldText(given).includes(sought);
  const named = [
    ...[...fixed, ...ofProducts].filter(matches),
    ...[orders, customers].flatMap((entries) => entries.filter(matches).slice(0, maxRecent)),
  ];
  const ofProduct = orders.filter((order) => !matches(order) && foldText(order.name).includes(sought));
  const options: Option[] = isBlank
    ? [...recent, ...[...orders.slice(0, maxRecent), ...fixed].map(optionOf)]
    : [
        ...named.map(optionOf),
        ...found.map((suggestion) => ({
          value: String(suggestion.product.productId),
          label: <SuggestedProduct suggestion={suggestion} of={found} />,
          open: () => openSuggested(suggestion),
        })),
        ...ofProduct.slice(0, maxRecent).map(optionOf),
      ];
  const isOfText = isBlank || named.length > 0 || (typed === text && !isPlaceholderData && !isFetching);
  const count = options.length;
  const combobox = useCombobox({ opened: true });
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const keys = useRef<OptionKeys>(null);
  useOptionKeys({ combobox, field: input, keys, listed: options.map(({ value }) => value).join(), startsAt: 1 });

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !isOfText) {
      event.preventDefault();
      void openFirst();
    } else if (keys.current?.(event.key)) event.preventDefault();
  }

  /** Opens the first match of a text whose products aren't listed yet. If they can't be loaded, nothing opens. */
  async function openFirst() {
    const suggested = await queries.fetchQuery(suggestions(typed, words, maxListed)).catch(() => null);
    if (suggested === null) return;
    const [first] = suggested;
    const open = first ? () => openSuggested(first) : ofProduct[0]?.open;
    if (open) close(open);
  }

  function openSuggested(suggestion: Suggestion) {
    // A quantity in another unit is left to be entered.
    const quantity = isOtherUnit(suggestion) ? null : suggestion.quantity;
    openProduct(suggestion.product.productId, quantity, suggestion.shipBy);
  }

  function close(andOpen: () => void) {
    onClose();
    andOpen();
  }

  useBackToClose(onClose);
  return (
    <Modal.Root opened onClose={onClose} size={600} yOffset="10dvh">
      <Modal.Overlay />
      <Modal.Content aria-label={t`Search products and pages`}>
        <Combobox
          store={combobox}
          onOptionSubmit={(value) => close(() => options.find((option) => option.value === value)?.open())}
          withinPortal={false}
        >
          <TextInput
            data-autofocus
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog's own focus is later, and letters would reach the page
            autoFocus
            variant="unstyled"
            m={8}
            size="lg"
            leftSection={<Search aria-hidden size={20} />}
            {...comboboxRole}
            ref={input}
            aria-expanded={count > 0}
            aria-controls={count > 0 ? listId : undefined}
            autoComplete="off"
            onKeyDown={onKeyDown}
            aria-label={t`Search products and pages`}
            placeholder={t`Search products, orders and pages`}
            value={typed}
            spellCheck={false}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {count > 0 && (
            <Combobox.Options
              id={listId}
              aria-label={t`Results`}
              mah="min(26rem, 60dvh)"
              p={6}
              style={{ overflowY: 'auto', borderTop: '1px solid var(--sh-line)' }}
            >
              {options.map(({ value, label }) => (
                <Combobox.Option key={value} value={value}>
                  {label}
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

const optionOf = ({ value, name, Icon, open }: Entry): Option => ({
  value,
  open,
  label: (
    <Group gap={12} mih={32} wrap="nowrap">
      <Icon aria-hidden size={18} strokeWidth={1.75} />
      <bdi>{name}</bdi>
    </Group>
  ),
});

function useOpenProduct() {
  const navigate = useNavigate();
  return (product: ProductId, typed: Thousandths | null, date: CalendarDate | null) => {
    const quantity = typed === null ? undefined : fromThousandths(typed);
    void navigate({ to: '/', search: { product, quantity, shipBy: date ?? undefined } });
  };
}

/** The last checks, then the last products that were opened without one. */
function useRecentOptions(): Option[] {
  const { formatQuantity } = useLocale();
  const openProduct = useOpenProduct();
  const { entries: checks } = useRememberedList(recentLookups);
  const { entries: products } = useRecentProducts();
  const unchecked = products.filter(({ productId }) => checks.every(({ product }) => product.productId !== productId));
  return [
    ...checks.slice(0, maxRecent).map(({ product, quantity, shipBy }) => ({
      value: `check ${product.productId} ${quantity}`,
      label: (
        <ProductChoice product={product}>
          <Text inherit fw={600}>
            {formatQuantity(quantity, product.unit)}
          </Text>
        </ProductChoice>
      ),
      open: () => openProduct(product.productId, quantity, shipBy),
    })),
    ...unchecked.slice(0, maxRecent).map((product) => ({
      value: String(product.productId),
      label: <ProductChoice product={product} />,
      open: () => openProduct(product.productId, null, null),
    })),
  ];
}

const noOrders: readonly OrderHeader[] = [];

/** Actions and pages, views and lists of products, the user's orders, last changed first, and who has promises. */
function useEntries(): Record<'fixed' | 'ofProducts' | 'orders' | 'customers', Entry[]> {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { data: saved = [] } = useQuery(lists.all());
  const pages = usePages();
  const owner = useRememberedKey('order');
  const { data: orders = noOrders } = useSavedOrders();
  const { data: kept } = useQuery(promises.all());
  const customers = new Map<string, string>();
  for (const { customer, reference = '' } of kept?.promises ?? [])
    if (customer) customers.set(customer, `${customers.get(customer) ?? customer} ${reference}`);
  const openOrder = (id: string) => {
    if (owner !== null) void showOrder(owner, id);
    void navigate({ to: '/order' });
  };
  const isOfProducts = useRouterState({ select: ({ location }) => location.pathname === '/calendars' });
  const others = { ids: undefined, find: undefined, tile: undefined, page: undefined, selected: undefined };
  const ofProducts = [
    { name: t`Heatmap`, search: { view: 'heatmap' } as const },
    { name: t`Comparison`, search: { view: 'compare' } as const },
    { name: t`Changes`, search: { view: 'moved' } as const },
    ...saved.map(({ id, name: listName }) => ({ name: t`List: ${listName}`, search: { ...others, list: id } })),
  ];
  return {
    ofProducts: ofProducts.map(({ name, search }) => ({
      value: JSON.stringify(search),
      name,
      Icon: ListFilter,
      // The quantity and, in another view, the products stay.
      open: () =>
        void navigate({
          to: '/calendars',
          search: (before) => ({ ...((isOfProducts ? before : {}) as object), ...search }),
          ...(isOfProducts && !('list' in search) && { hash: true as const }),
        }),
    })),
    fixed: [
      { value: 'new-order', name: t`New order`, Icon: Plus, open: () => openOrder(newOrderId()) },
      ...pages.map(({ to, name, Icon }) => ({
        value: to,
        name,
        Icon,
        open: () => void navigate({ to }),
      })),
    ],
    orders: orders
      .filter(({ lineCount, name, isDamaged }) => !isDamaged && (lineCount > 0 || name !== ''))
      .map((order) => ({
        value: order.id,
        name: orderName(order, i18n),
        given: [order.name, order.customer, order.reference].join(' '),
        Icon: ListChecks,
        open: () => openOrder(order.id),
      })),
    customers: [...customers].map(([customer, given]) => ({
      value: `promises ${customer}`,
      name: t`Promises of ${customer}`,
      given,
      Icon: Handshake,
      open: () => void navigate({ to: '/promises', search: { find: customer, show: 'all' } }),
    })),
  };
}
