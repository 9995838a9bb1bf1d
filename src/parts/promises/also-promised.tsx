import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Handshake } from 'lucide-react';
import { useMemo } from 'react';

import { promises } from '#data/promises.ts';
import { useIsSignedIn } from '#data/session.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { openPromisesOf } from '#stock/promises/open-promises.ts';
import { useLocale } from '#ui/locale.tsx';

interface AlsoPromisedProps {
  productId: ProductId;
  unit: string | null | undefined;
  /** Order whose own promises don't count. */
  exceptOrder?: string | undefined;
}

/** How much of a product the user's open promises are of, within a line. It changes no result. Nothing without a promise. */
export function AlsoPromised({ productId, unit, exceptOrder }: AlsoPromisedProps) {
  const { formatQuantity } = useLocale();
  const isSignedIn = useIsSignedIn();
  const { data } = useQuery({ ...promises.all(), enabled: isSignedIn, staleTime: 60_000 });
  const open = useMemo(() => {
    const others = data?.promises.filter(({ orderId }) => orderId === undefined || orderId !== exceptOrder);
    return data && others && openPromisesOf(others, productId, data.today);
  }, [data, productId, exceptOrder]);
  if (open === undefined || open.count === 0) return null;
  const { count } = open;
  const amount = formatQuantity(open.quantity, unit);
  return (
    <span>
      <Handshake aria-hidden size={14} style={{ verticalAlign: -2, marginInlineEnd: 6 }} />
      <Link to="/promises" search={{ product: productId }}>
        <Trans>
          Also promised: {amount}, <Plural value={count} one="# open" other="# open" />
        </Trans>
      </Link>
      {', '}
      <Trans>not deducted</Trans>
    </span>
  );
}
