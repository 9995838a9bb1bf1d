import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useProductSearch } from '#api/products.ts';
import { session } from '#api/session.ts';
import type { Product } from '#contract/gateway.ts';
import { ProductId } from '#contract/product-id.ts';
import { PanelError } from '#features/panel.tsx';
import { LinkButton } from '#ui/link-button.tsx';

import classes from './chooser.module.css';

interface SearchPaneProps {
  picked: ReadonlySet<ProductId>;
  onAdd: (ids: readonly ProductId[]) => void;
  onRemove: (ids: readonly ProductId[]) => void;
}

const typingPause = 150;
const maxFound = 50;

/** Products found by id, SKU or words of the name, each with a checkbox. */
export function SearchPane({ picked, onAdd, onRemove }: SearchPaneProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), typingPause);
  const { data: person } = useQuery(session.current());
  const { data, error, refetch } = useProductSearch(text, { most: maxFound });
  const found = text === '' || typed.trim() === '' ? [] : withTypedId(data?.products ?? [], text);
  const unpicked = found.filter(({ productId }) => !picked.has(productId));

  return (
    <>
      <TextInput
        data-autofocus
        type="search"
        label={t`Search products`}
        placeholder={t`Id, SKU or name`}
        description={
          person?.service.searchable === false ? t`This service has no catalogue: write product ids.` : undefined
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
          <div className={classes.line}>
            <span className={classes.muted}>
              {data?.hasMore ? (
                <Trans>The best {found.length} matches; write more to find others.</Trans>
              ) : (
                <Plural value={found.length} one="# match" other="# matches" />
              )}
            </span>
            {unpicked.length > 1 && (
              <LinkButton onClick={() => onAdd(unpicked.map(({ productId }) => productId))}>
                <Plural value={unpicked.length} one="Tick # more" other="Tick these #" />
              </LinkButton>
            )}
          </div>
          <ul aria-label={t`Products found`} className={classes.options}>
            {found.map(({ productId, name, sku }) => (
              <li key={productId}>
                <Checkbox
                  classNames={{ root: classes.option, body: classes.optionBody, labelWrapper: classes.optionLabel }}
                  label={
                    <>
                      <bdi>{name ?? <Trans>Product {productId}</Trans>}</bdi>
                      <span className={classes.codes}>
                        {productId}
                        {sku !== null && (
                          <>
                            {' · '}
                            <bdi>{sku}</bdi>
                          </>
                        )}
                      </span>
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
        <output className={classes.muted}>
          <Trans>Nothing found for “{text}”: try an id, an SKU, or words of the name.</Trans>
        </output>
      )}
    </>
  );
}

/** An id may have stock without being in the catalogue, so it can always be chosen. */
function withTypedId(found: readonly Product[], text: string): readonly Product[] {
  const { data: productId } = ProductId.safeParse(/^\d+$/.test(text) ? Number(text) : null);
  if (productId === undefined || found.some((product) => product.productId === productId)) return found;
  return [{ productId, name: null, sku: null, unit: null }, ...found];
}
