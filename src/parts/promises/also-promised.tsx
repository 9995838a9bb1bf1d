import { Plural, Trans } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Handshake } from 'lucide-react';

import { promises } from '#data/promises.ts';
import { session } from '#data/session.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { openPromisesOf } from '#stock/promises/open-promises.ts';
import { useLocale } from '#ui/locale.tsx';

interface AlsoPromisedProps {
  productId: ProductId;
  unit: string | null | undefined;
  /** Order whose own promises don't count. */
  exceptOrder?: string;
}

/** What the user has promised of the product: a fact, that changes no result. Nothing without an open promise. */
export function AlsoPromised({ productId, unit, exceptOrder }: AlsoPromisedProps) {
  const { formatQuantity } = useLocale();
  const { data: isSignedIn = false } = useQuery({ ...session.current(), select: ({ signedIn }) => signedIn });
  const { data } = useQuery({ ...promises.all(), enabled: isSignedIn, staleTime: 60_000 });
  if (data === undefined) return null;
  const others = data.promises.filter(({ orderId }) => orderId === undefined || orderId !== exceptOrder);
  const { quantity, count } = openPromisesOf(others, productId, data.today);
  if (count === 0) return null;
  const amount = formatQuantity(quantity, unit);
  return (
    <Group component="p" gap={10} mt={8} fz={14} lh="20px" c="dimmed" wrap="nowrap">
      <Handshake aria-hidden size={16} style={{ flex: 'none' }} />
      <span>
        <Link to="/promises" search={{ product: productId }}>
          <Trans>
            Also promised: {amount}, <Plural value={count} one="# open" other="# open" />
          </Trans>
        </Link>{' '}
        <Trans>Not deducted here.</Trans>
      </span>
    </Group>
  );
}
