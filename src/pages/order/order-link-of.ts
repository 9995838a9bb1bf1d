import { t } from '@lingui/core/macro';

import type { LinkToCopy } from '#features/export/copy-link.tsx';
import { packOrder } from '#features/saved-orders/order-link.ts';
import { isBlank } from '#domain/order/order-line.ts';

import { linkOf } from './order-fragment.ts';
import type { OrderSession } from './order-session.ts';
import type { OrderWords } from './order-words.ts';

/** A link that holds the order's lines, and what they were answered where that fits in. */
export async function orderLink(session: OrderSession, { i18n }: Pick<OrderWords, 'i18n'>): Promise<LinkToCopy> {
  const lines = session.lines.getRows().filter((line) => !isBlank(line));
  const name = session.name.get();
  const answers = session.recordNow();
  const withAnswers = answers && (await packOrder({ name, lines, answers }));
  if (withAnswers)
    return { href: linkOf(withAnswers), said: t(i18n)`Link copied. It holds the lines and their answers.` };
  const packed = await packOrder({ name, lines });
  if (packed === null) {
    return {
      href: null,
      said: t(i18n)`The order is too long for a link, which holds 32 KB. Send it as a file instead.`,
    };
  }
  return { href: linkOf(packed), said: t(i18n)`Link copied. It holds the lines, not the answers.` };
}
