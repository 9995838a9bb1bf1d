import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { useNotificationChanges } from '#data/notifications.ts';
import { promiseKey } from '#parts/promises/kept-promises.ts';
import { ProductName } from '#parts/product-name.tsx';
import { ResultDate } from '#parts/promises/result-date.tsx';
import type { LineNotification, Notifications } from '#stock/contract/notifications.ts';
import { formatMomentNear } from '#stock/locale-date.ts';
import { isWorseChange } from '#stock/notifications/change-kind.ts';
import { presentKind } from '#stock/promises/line-event.ts';
import type { ResultOfDay } from '#stock/promises/promise-status.ts';
import { fromThousandths } from '#stock/thousandths.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';

import { changeWords } from './notification-words.ts';
import classes from './notifications.module.css';

interface NotificationRowProps {
  notification: Notifications['notifications'][number];
  /** Of promises, by letter. */
  customers: ReadonlyMap<string, string | undefined>;
  /** Number of mails that wait for consent. */
  held: number;
}

export function NotificationRow({ notification: { content, isRead, now }, customers, held }: NotificationRowProps) {
  return (
    <li data-unread={!isRead || undefined} className={classes.row}>
      {!isRead && (
        <VisuallyHidden>
          <Trans>Unread</Trans>
        </VisuallyHidden>
      )}
      {'of' in content ? (
        <LineRow {...{ content, customers, now }} />
      ) : (
        <span className={classes.fact}>
          <FactWords {...{ content, held }} />
        </span>
      )}
    </li>
  );
}

interface LineRowProps extends Pick<NotificationRowProps, 'customers'> {
  content: LineNotification;
  /** What holds now, if that has changed again since. */
  now: ResultOfDay | undefined;
}

/** Product and quantity, the date before and the one that holds now, and why. */
function LineRow({ content, customers, now }: LineRowProps) {
  const { i18n } = useLingui();
  const { formatDate, formatQuantity } = useLocale();
  const { product, productId, quantity, unit, from, to, shipBy, of, letterId } = content;
  const kind = now === undefined ? content.kind : presentKind(content, now);
  const customer = customers.get(letterId);
  const color = kind !== null && isWorseChange(kind) ? 'var(--sh-late)' : 'var(--sh-in-stock)';
  const promisedFor = shipBy === undefined ? null : formatDate(shipBy, 'medium');
  return (
    <>
      <span className={classes.what}>
        <Link to="/" search={{ product: productId, quantity: fromThousandths(quantity) }}>
          <ProductName name={product} />
        </Link>{' '}
        <Text span inherit c="dimmed">
          {formatQuantity(quantity, unit)}
          {customer !== undefined && (
            <>
              {' · '}
              <bdi>{customer}</bdi>
            </>
          )}
        </Text>
      </span>
      <span className={classes.dates}>
        {from !== null && kind !== null && (
          <>
            <ResultDate result={from} /> <span aria-hidden>→</span>{' '}
            <VisuallyHidden>
              <Trans>now</Trans>
            </VisuallyHidden>{' '}
          </>
        )}
        <b>
          <ResultDate result={now ?? to} />
        </b>
        {now !== undefined && (
          <Text span inherit c="dimmed" display="block">
            <Trans>
              at first <ResultDate result={to} />
            </Trans>
          </Text>
        )}
      </span>
      <Text span inherit fw={600} c={color} className={classes.why}>
        {kind === null ? (
          <Trans>As before again</Trans>
        ) : (
          changeWords({ ...content, kind, ...(now !== undefined && { to: now, days: undefined }) }, promisedFor, i18n)
        )}
      </Text>
      {of === 'promise' && (
        <Link to="/promises" search={{ show: 'all' }} hash={promiseKey(content)} className={classes.link}>
          <Trans>Show promise</Trans>
        </Link>
      )}
    </>
  );
}

interface FactWordsProps extends Pick<NotificationRowProps, 'held'> {
  content: Exclude<Notifications['notifications'][number]['content'], LineNotification>;
}

/** What is about no line: failed checks and mails, and changes that may be a fault of the stock data. */
function FactWords({ content, held }: FactWordsProps) {
  const { locale, today, formatCount } = useLocale();
  const { sendHeld } = useNotificationChanges();
  switch (content.kind) {
    case 'not-checked': {
      const since = formatMomentNear(content.since, today, locale);
      return (
        <Plural
          value={content.lines}
          one={`# promise or watch couldn't be checked since ${since}.`}
          other={`# promises and watches couldn't be checked since ${since}.`}
        />
      );
    }
    case 'paused':
      return <Trans>Checks are paused. They continue when you sign in.</Trans>;
    case 'mass-change': {
      const [worse, lines] = [formatCount(content.worse), formatCount(content.lines)];
      return (
        <>
          <Trans>
            {worse} of {lines} products got worse at once. Check the stock data.
          </Trans>{' '}
          {held > 0 && (
            <>
              <Trans>The mail about it isn't sent yet.</Trans>{' '}
              <LinkButton loading={sendHeld.isPending} onClick={() => sendHeld.mutate()}>
                <Trans>Send anyway</Trans>
              </LinkButton>
            </>
          )}
        </>
      );
    }
    case 'mail-failed':
    default:
      return <Trans>Mail failed. Response of the mail server: {content.said}</Trans>;
  }
}
