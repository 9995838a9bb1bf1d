import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useProductSearch } from '#api/products.ts';
import { session } from '#api/session.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { PanelError } from '#features/panel.tsx';
import type { Product } from '#contract/gateway.ts';
import { ProductId } from '#contract/product-id.ts';

import classes from './chooser.module.css';

interface SearchPaneProps {
  picked: ReadonlySet<ProductId>;
  onAdd: (ids: readonly ProductId[]) => void;
  onRemove: (ids: readonly ProductId[]) => void;
}

const pauseInTyping = 150;
const mostFound = 50;

/** Products found by id, SKU or words of the name, each to be ticked. */
export function SearchPane({ picked, onAdd, onRemove }: SearchPaneProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), pauseInTyping);
  const { data: person } = useQuery(session.current());
  const { data, error, refetch } = useProductSearch(text, { most: mostFound });
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
          <ul aria-label={t`Products found`} className={classes.found}>
            {found.map((product) => (
              <FoundProduct
                key={product.productId}
                product={product}
                isPicked={picked.has(product.productId)}
                onToggle={(isPicked) => (isPicked ? onAdd : onRemove)([product.productId])}
              />
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

interface FoundProductProps {
  product: Product;
  isPicked: boolean;
  onToggle: (isPicked: boolean) => void;
}

function FoundProduct({ product: { productId, name, sku }, isPicked, onToggle }: FoundProductProps) {
  return (
    <li>
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- its text is the product's, further down */}
      <label className={classes.option}>
        <input type="checkbox" checked={isPicked} onChange={(event) => onToggle(event.currentTarget.checked)} />
        <span className={classes.what}>
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
        </span>
      </label>
    </li>
  );
}

/** An id may have stock without standing in the catalogue, so it can always be ticked. */
function withTypedId(found: readonly Product[], text: string): readonly Product[] {
  const { data: productId } = ProductId.safeParse(/^\d+$/.test(text) ? Number(text) : null);
  if (productId === undefined || found.some((product) => product.productId === productId)) return found;
  return [{ productId, name: null, sku: null, unit: null }, ...found];
}
