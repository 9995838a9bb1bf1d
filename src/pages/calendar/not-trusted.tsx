import { Trans } from '@lingui/react/macro';
import { ShieldAlert } from 'lucide-react';

import { useLocale } from '#components/locale/locale-context.tsx';
import type { Thousandths } from '#lib/thousandths.ts';

import classes from './calendar-answer.module.css';
import type { Calendar } from './use-calendar.ts';

/** An answer that today's own level contradicts: the finding, and no date to promise. */
export function NotTrusted({ calendar, quantity }: { calendar: Calendar; quantity: Thousandths }) {
  const { formatQuantity } = useLocale();
  const { contradiction, product } = calendar;
  if (contradiction === null) return null;
  const amount = formatQuantity(quantity, product.unit);
  const level = formatQuantity(contradiction.levelToday, product.unit);
  return (
    <div className={classes.statement}>
      <p className={classes.notTrusted}>
        <ShieldAlert aria-hidden size={22} />
        <Trans>Answer not trusted</Trans>
      </p>
      <p>
        {contradiction.kind === 'not-enough-today' ? (
          <Trans>
            The service says that {amount} can leave today, but by its own calendar only {level} is there today.
          </Trans>
        ) : (
          <Trans>
            The service says that {amount} cannot leave today, but by its own calendar {level} is there today.
          </Trans>
        )}
      </p>
    </div>
  );
}
