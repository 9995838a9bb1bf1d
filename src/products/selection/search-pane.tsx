import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { session } from '#data/session.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import { isProductId } from '#stock/contract/limits.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { PanelError } from '#parts/panel.tsx';
import { suggestions } from '#parts/resolve-product.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';

import classes from './chooser.module.css';

interface SearchPaneProps {
  picked: ReadonlySet<ProductId>;
  onAdd: (ids: readonly ProductId[]) => void;
  onRemove: (ids: readonly ProductId[]) => void;
}

const typingPause = 150;
/** One more is requested, and the server returns 50 at most. */
const maxFound = 49;

/**
 * Searches products by ID, SKU or words of the name, and lists the results with checkboxes. A quantity or a date in the
 * text is ignored (`300 m blue poplin`).
 */
export function SearchPane({ picked, onAdd, onRemove }: SearchPaneProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), typingPause);
  const { data: person } = useQuery(session.current());
  const words = useLocale();
  // One more than are listed, to know whether there are more.
  const { data, error, refetch } = useQuery(suggestions(text, words, maxFound + 1));
  const hasMore = data !== undefined && data.length > maxFound;
  const found =
    text === '' || typed.trim() === ''
      ? []
      : withTypedId(data?.slice(0, maxFound).map(({ product }) => product) ?? [], text);
  const unpicked = found.filter(({ productId }) => !picked.has(productId));

  return (
    <>
      <TextInput
        data-autofocus
        type="search"
        label={t`Search products`}
        placeholder={t`Product ID, SKU or name`}
        description={
          person?.service.searchable === false
            ? t`Search isn't available for this service. Enter product IDs.`
            : undefined
        }
        value={typed}
        spellCheck={false}
        autoCapitalize="off"
        dir="auto"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {error && typed.trim() !== '' && <PanelError error={error} onRetry={() => void refetch()} />}
      {found.length > 0 && (
        <>
          <Group gap="4px 16px" justify="space-between" fz={14} c="dimmed">
            <span>
              {hasMore ? (
                <Trans>First {found.length} matches. Type more to narrow the results.</Trans>
              ) : (
                <Plural value={found.length} one="# match" other="# matches" />
              )}
            </span>
            {unpicked.length > 1 && (
              <LinkButton onClick={() => onAdd(unpicked.map(({ productId }) => productId))}>
                <Plural value={unpicked.length} one="Select # more" other="Select # more" />
              </LinkButton>
            )}
          </Group>
          <ul aria-label={t`Products found`} className={classes.options}>
            {found.map(({ productId, name, sku }) => (
              <li key={productId}>
                <Checkbox
                  classNames={{ root: classes.option, body: classes.optionBody, labelWrapper: classes.optionLabel }}
                  label={
                    <>
                      <bdi>{name ?? <Trans>Product {productId}</Trans>}</bdi>
                      <Text span display="block" fz={13} c="dimmed">
                        {productId}
                        {sku !== null && (
                          <>
                            {' · '}
                            <bdi>{sku}</bdi>
                          </>
                        )}
                      </Text>
                    </>
                  }
                  checked={picked.has(productId)}
                  onChange={(event) => (event.currentTarget.checked ? onAdd : onRemove)([productId])}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {text !== '' && data && found.length === 0 && (
        <Text component="output" fz={14} c="dimmed">
          <Trans>No results for “{text}”. Try a product ID, SKU or part of the name.</Trans>
        </Text>
      )}
    </>
  );
}

/** Adds a product ID entered as `text` to the results: it may have stock without being in the catalog. */
export function withTypedId(found: readonly Product[], text: string): readonly Product[] {
  const productId = /^\d+$/.test(text) ? Number(text) : null;
  if (!isProductId(productId) || found.some((product) => product.productId === productId)) return found;
  return [{ productId, name: null, sku: null, unit: null }, ...found];
}
