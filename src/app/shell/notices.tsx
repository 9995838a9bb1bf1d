import { Trans, useLingui } from '@lingui/react/macro';
import { useSessionStorage } from '@mantine/hooks';
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';

import { type ServiceState, useServiceState } from '#api/service-state.ts';
import { session } from '#api/session.ts';
import { isStaleAnswer } from '#api/stock.ts';
import {
  availabilityParams,
  calendarParams,
  calendarsParams,
  connectionParams,
  orderParams,
} from '#app/route-params.ts';
import { droppedParams, parseSearch, readSearch } from '#app/search-params.ts';
import type { Session } from '#contract/gateway.ts';
import { useNow } from '#features/answer/answer-age.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';

import classes from './shell.module.css';
import { askToSignIn } from './sign-in.ts';

/** Says that the figures are invented, and how to bring in one's own. Once closed, it stays away for the session. */
export function DemoBanner() {
  const { t } = useLingui();
  const { data } = useQuery(session.current());
  const [closed, setClosed] = useSessionStorage({
    key: 'stock-horizon.demo-banner-closed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  if (!data?.service.demo || closed) return null;
  return (
    <aside aria-label={t`Demo data`} className={classes['banner']}>
      <div className={classes['bannerInner']}>
        <p>
          <Trans>
            <strong>Demo data.</strong> These products and figures are invented. Bring in your own with{' '}
            <code>npm run import -- --stock FILE.csv --replace</code>
          </Trans>
        </p>
        <IconButton label={t`Close this note`} Icon={X} onClick={() => setClosed(true)} />
      </div>
    </aside>
  );
}

const noticeAhead = 10 * 60_000;

/** Says what is about to end, while there is still time to renew it, and who can. */
export function ExpiryNotice() {
  const { data } = useQuery(session.current());
  const { locale } = useLocale();
  const now = useNow();
  const ending = data?.ending ?? null;
  if (ending === null) return null;
  const end = Date.parse(ending.at);
  if (end - now > noticeAhead) return null;
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(end);
  return (
    <output className={classes['notice']} data-kind="expiry">
      <Sentence time={time} isOver={end <= now} what={ending.what} />
      {ending.what !== 'shared-token' && (
        <LinkButton onClick={askToSignIn}>
          <Trans>Sign in again</Trans>
        </LinkButton>
      )}
    </output>
  );
}

interface SentenceProps {
  time: string;
  isOver: boolean;
  what: NonNullable<Session['ending']>['what'];
}

function Sentence({ time, isOver, what }: SentenceProps) {
  if (what === 'shared-token')
    return isOver ? (
      <Trans>
        The access token that this server shares with everybody ran out at {time}. Only whoever runs the server can
        renew it. What is on screen stays.
      </Trans>
    ) : (
      <Trans>
        The access token that this server shares with everybody runs out at {time}. Only whoever runs the server can
        renew it.
      </Trans>
    );
  if (isOver) return <Trans>Your sign-in ended at {time}. What is on screen stays.</Trans>;
  return what === 'own-token' ? (
    <Trans>Your access token runs out at {time}.</Trans>
  ) : (
    <Trans>Your sign-in ends at {time}.</Trans>
  );
}

/** Past the time that was named, so that clocks a little apart do not ask too early. */
const grace = 500;
const nowAndThen = 15_000;

/**
 * Says that the service behind the gateway is left alone because it keeps failing, and since when what is on screen
 * stands in for its answers. When it may be asked again, what failed is; with its first answer the notice goes.
 */
export function ServiceNotice() {
  const state = useServiceState();
  const { locale } = useLocale();
  useAskingAgain(state);
  const { asksAgainAt, standsInSince } = state;
  const now = useNow();
  if (asksAgainAt === null && standsInSince === null) return null;
  const timeOf = (at: number) => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(at);
  return (
    <output className={classes['notice']} data-kind="trouble">
      <strong>
        <Trans>The stock service is not answering.</Trans>
      </strong>
      {asksAgainAt !== null && asksAgainAt > now && (
        <span>
          <Trans>It is asked again at {timeOf(asksAgainAt)}.</Trans>
        </span>
      )}
      {standsInSince !== null && (
        <span>
          <Trans>What you see is as of {timeOf(standsInSince)}.</Trans>
        </span>
      )}
    </output>
  );
}

/**
 * Asks for what is on screen and failed, or stands in: once the service may be asked again, now and then after that,
 * and as soon as it answers anything.
 */
function useAskingAgain({ asksAgainAt, standsInSince }: ServiceState) {
  const queries = useQueryClient();
  const isTroubled = asksAgainAt !== null || standsInSince !== null;
  const askAgain = useEffectEvent(() => {
    const isLacking = (query: Query) => query.state.status === 'error' || isStaleAnswer(query);
    const lacking = {
      type: 'active',
      predicate: (query: Query) => query.queryKey[0] === 'stock' && isLacking(query),
    } as const;
    void queries.refetchQueries(lacking, { cancelRefetch: false });
  });
  useEffect(() => {
    if (!isTroubled) return undefined;
    return () => askAgain();
  }, [isTroubled]);
  useEffect(() => {
    if (!isTroubled) return undefined;
    const rest = Math.max(0, (asksAgainAt ?? 0) - Date.now());
    const first = asksAgainAt === null ? undefined : setTimeout(() => askAgain(), rest + grace);
    const others = setInterval(() => Date.now() > (asksAgainAt ?? 0) && askAgain(), nowAndThen);
    return () => {
      clearTimeout(first);
      clearInterval(others);
    };
  }, [isTroubled, asksAgainAt]);
}

/** The address as it was opened; the router then rewrites it without what it could not read. */
const opened = { path: window.location.pathname, search: parseSearch(window.location.search) };

const paramsOf: Record<string, Parameters<typeof readSearch>[0]> = {
  '/': availabilityParams,
  '/order': orderParams,
  '/calendars': calendarsParams,
  '/connection': connectionParams,
};
const params = paramsOf[opened.path] ?? calendarParams;
const dropped = droppedParams(opened.search, readSearch(params, opened.search));

/** Says which parts of the opened address were left out, and what each would have to be. */
export function DroppedSearchNotice() {
  const { t } = useLingui();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const [closed, setClosed] = useState(false);
  const expectations = useExpectations();
  if (closed || dropped.length === 0 || pathname !== opened.path) return null;
  return (
    <aside aria-label={t`Left out of the address`} className={classes['dropped']}>
      <div>
        {dropped.map(({ name, value, isPart }) => (
          <p key={name}>
            {isPart ? (
              <Trans>
                Of <b>{name}</b> in the address, “<bdi>{value}</bdi>” was left out: that is no product id.
              </Trans>
            ) : (
              <Trans>
                <b>{name}</b> in the address was left out: “<bdi>{value}</bdi>” is not {expectations[name]}.
              </Trans>
            )}
          </p>
        ))}
      </div>
      <IconButton label={t`Close this note`} Icon={X} onClick={() => setClosed(true)} />
    </aside>
  );
}

function useExpectations(): Record<string, string> {
  const { t } = useLingui();
  const count = t`a whole number in its range`;
  const date = t`a date such as 2027-03-17`;
  const flag = t`true or false`;
  const ids = t`a list of product ids such as 10001,10002`;
  const quantity = t`a number above 0 with at most three decimals, such as 12.5`;
  return {
    product: t`a product id, SKU or name`,
    quantity,
    neededBy: date,
    smallestDrop: quantity,
    mostDrops: count,
    deliveryDays: count,
    workingDays: flag,
    mlt: flag,
    bucket: t`day, week or month`,
    from: date,
    to: date,
    ids,
    list: t`the name of a list in this browser`,
    page: count,
    pageSize: t`10, 25, 50, 100 or 250`,
    view: t`table, heatmap, compare or moved`,
    scale: t`common or separate`,
    sort: t`a column that can be sorted by`,
    desc: flag,
    all: flag,
    tile: t`a tile of the summary`,
    show: t`a status of order lines`,
    find: t`a text of at most 100 characters`,
    selected: ids,
    open: ids,
    result: t`met, broken, not-shown or not-tried`,
  };
}
