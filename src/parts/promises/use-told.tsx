import { lazy, Suspense, useState, type ReactNode } from 'react';

import type { CopiedContent } from '#parts/export/copy-to-clipboard.ts';

const KeepPromise = lazy(async () => ({ default: (await import('./keep-promise.tsx')).KeepPromise }));

/**
 * Remembers what was copied for a customer last, in order to keep it as a promise.
 * @param orderId shows the line only for texts of this order
 * @param customer of that order, which may be filled in after the text was copied
 * @returns what a copy button calls, and the line below it
 */
export function useTold(
  orderId?: string,
  customer?: string,
): { onCopied: (copied: CopiedContent) => void; keepLine: ReactNode } {
  const [{ copied, count }, setLast] = useState<{ copied: CopiedContent | null; count: number }>({
    copied: null,
    count: 0,
  });
  return {
    onCopied: (next) => setLast((before) => ({ copied: next, count: before.count + 1 })),
    keepLine: copied?.told && copied.told.orderId === orderId && copied.told.lines.length > 0 && (
      <Suspense>
        <KeepPromise key={count} told={copied.told} text={copied.text} customer={customer} />
      </Suspense>
    ),
  };
}
