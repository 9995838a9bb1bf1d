import { type RefObject, useState } from 'react';

import { WatchPanel } from '#parts/watch/watch-panel.tsx';
import { useLocale } from '#ui/locale.tsx';
import { type OrderSession, useOrder } from '#orders/lines/order-session.ts';
import { watchedLines } from '#orders/lines/watched-lines.ts';

interface WatchLinesProps {
  session: OrderSession;
  anchor: RefObject<Element | null>;
  onClose: () => void;
}

/** Watches all lines of an order as they are when it opens. */
export function WatchLines({ session, anchor, onClose }: WatchLinesProps) {
  const { today } = useLocale();
  const lineCount = useOrder(session, ({ overview }) => overview.lineCount);
  const [products] = useState(() => watchedLines(session.lines.getEntries(), today));
  return <WatchPanel {...{ anchor, products, lineCount, onClose }} />;
}
