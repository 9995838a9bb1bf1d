import { Trans } from '@lingui/react/macro';
import { Button, VisuallyHidden } from '@mantine/core';

import { useProductSearch } from '#data/products.ts';
import { AvailableToday } from '#parts/product-choice.tsx';
import type { Product } from '#stock/contract/gateway-responses.ts';
import { isSameUnit } from '#stock/order-list/unit-word.ts';
import type { Thousandths } from '#stock/thousandths.ts';

interface Wanted {
  quantity: Thousandths | null;
  /** Empty without one. */
  writtenUnit: string;
}

interface DidYouMeanProps {
  text: string;
  most?: number;
  wanted: Wanted;
  onAccept: (product: string) => void;
  tabIndex?: number | undefined;
}

/** Suggests products similar to an unknown one; none if the text is a product's name. */
export function DidYouMean({ text: written, most = 3, wanted, onAccept, tabIndex }: DidYouMeanProps) {
  // SAP pads material numbers with zeros.
  const text = /^0+[1-9]\d*$/.test(written) ? written.replace(/^0+/, '') : written;
  const near = useProductSearch(text, { most });
  const hasNone = near.data?.products.length === 0 && text.length > 4;
  // Most errors in a code are at its end.
  const wider = useProductSearch(text.slice(0, -2), { most, enabled: hasNone });
  const found = (hasNone ? wider : near).data?.products ?? [];
  const isName = found.length === 1 && found[0]?.name?.toLowerCase() === text.toLowerCase();
  if (found.length === 0 || isName) return null;
  // A single suggestion is shown in a cell, which has little space.
  return <ProductLinks products={found} isShort={most === 1} wanted={wanted} onAccept={onAccept} tabIndex={tabIndex} />;
}

/** Text by which a line names a product. */
export function keyOfProduct({ sku, productId }: Product): string {
  return sku ?? String(productId);
}

/** Products to select, with what is available today. */
export function ProductLinks({
  products,
  isShort = false,
  wanted: { quantity, writtenUnit },
  onAccept,
  tabIndex,
}: {
  products: readonly Product[];
  /** Whether names are in the tooltip, and the available quantities left out. */
  isShort?: boolean;
  wanted: Wanted;
  onAccept: (product: string) => void;
  tabIndex?: number | undefined;
}) {
  const listed = products.map(({ productId }) => productId);
  const isInUnit = ({ unit }: Product) => writtenUnit === '' || (unit !== null && isSameUnit(writtenUnit, unit));
  const lead = <Trans>Did you mean</Trans>;
  return (
    <span>
      {isShort ? <VisuallyHidden component="span">{lead}</VisuallyHidden> : lead}{' '}
      {products.map((product) => (
        <Button
          key={product.productId}
          variant={isShort ? 'subtle' : 'default'}
          size="compact-sm"
          me={8}
          my={2}
          py={2}
          h="auto"
          ta="start"
          styles={{ label: { whiteSpace: isShort ? 'nowrap' : 'normal', lineHeight: '20px', gap: 8 } }}
          title={product.name ?? undefined}
          tabIndex={tabIndex}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={(event) => {
            event.stopPropagation();
            onAccept(keyOfProduct(product));
          }}
        >
          <bdi>{[keyOfProduct(product), isShort ? null : product.name].filter((part) => part !== null).join(' ')}</bdi>
          {!isShort && (
            <AvailableToday product={product} wanted={isInUnit(product) ? quantity : null} listed={listed} />
          )}
        </Button>
      ))}
    </span>
  );
}
