import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Mail, TriangleAlert } from 'lucide-react';
import { Fragment, useEffect, useMemo, useState } from 'react';

import { describeError } from '#data/describe-error.ts';
import { promises, usePromiseChanges } from '#data/promises.ts';
import { session } from '#data/session.ts';
import { ActionError } from '#parts/panel.tsx';
import { CopyButton } from '#parts/export/copy-button.tsx';
import { useCustomerLanguage } from '#parts/export/customer-copy.tsx';
import { closeWords } from '#parts/promises/promise-words.ts';
import { ResultDate } from '#parts/promises/result-date.tsx';
import { updateLetter } from '#parts/promises/update-text.ts';
import type { KeptPromise } from '#stock/contract/promises.ts';
import { later } from '#stock/calendar-date.ts';
import type { LinePart } from '#stock/order/line-advice.ts';
import { closeReasons, type CloseReason, hasShipDate } from '#stock/promises/promise-status.ts';
import { type ToldOrder, toldOrders } from '#stock/promises/told-order.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';
import { MaxLeadTimeHint } from '#ui/max-lead-time-hint.tsx';

import { quantityToShip } from '#orders/lines/line-view.ts';
import type { OrderSession } from '#orders/lines/order-session.ts';
import { daysMovedWords } from './order-words.ts';
import styles from './order-page.module.css';
import { LineLink, LineNumbers, type Lines } from './order-summary-strip.tsx';

/** What an update reads of an order. */
type UpdatedSession = Pick<OrderSession, 'lines'>;

/** What the customer was told about each order; undefined until it is loaded. */
export function useToldOrders() {
  const { data: kept } = useQuery(promises.all());
  const data = useMemo(() => kept && toldOrders(kept.promises, kept.today, kept.at), [kept]);
  const { mutate } = usePromiseChanges().check;
  const { data: present } = useQuery({
    ...session.current(),
    select: ({ service }) => `${service.today} ${service.dataVersion}`,
  });
  const isTold = data !== undefined && data.size > 0;
  // New stock data is compared with what the customers were told.
  useEffect(() => {
    if (isTold && present !== undefined) mutate(false);
  }, [isTold, present, mutate]);
  return data;
}

/** What the customer was told, where no date moved. */
export function ToldDate({ order, orderId }: { order: ToldOrder | undefined; orderId: string }) {
  const { i18n } = useLingui();
  const { formatDate } = useLocale();
  if (order === undefined || order.moved.length > 0) return null;
  const { from, to, open, closed, days, isRolled } = order;
  const toldOn = formatDate(from.day, 'medium');
  const why = open.length === 0 && order.past.length === 0 ? closed[0]?.closed : null;
  // Nobody said yet what became of a past date.
  const holds = to !== null && order.past.length === 0;
  return (
    <Text fz={14} lh="20px" c="dimmed">
      <Trans>Promised</Trans> <ResultDate result={from} /> · <Trans>told {toldOn}</Trans> ·{' '}
      {isRolled && days !== null && (
        <MaxLeadTimeHint hasMovedOn>
          <Text span inherit c="var(--sh-mlt)">
            {daysMovedWords(days, i18n)}
          </Text>
          {' · '}
        </MaxLeadTimeHint>
      )}
      <Link to="/promises" search={{ order: orderId, show: 'all' }}>
        {why ? (
          closeWords(why, i18n)
        ) : !holds ? (
          <Trans>Show promises</Trans>
        ) : isRolled ? (
          <Trans>Same lead time</Trans>
        ) : (
          <Trans>As promised</Trans>
        )}
      </Link>
    </Text>
  );
}

const none: readonly KeptPromise[] = [];

/** The lines of promises, without those that were deleted since. */
function keysOf(promises: readonly KeptPromise[], lines: Lines): number[] {
  const keys = promises.flatMap(({ lineKey = 0 }) => (lines.lineNumber(lineKey) > 0 ? lineKey : []));
  return [...new Set(keys)];
}

/** How many promised dates are past or, without any, due today, to be closed together; and what was closed, to undo it. */
export function DuePromises({ order, lines }: { order: ToldOrder | undefined; lines: Lines }) {
  const { past = none, due = none } = order ?? {};
  const { t, i18n } = useLingui();
  const { close } = usePromiseChanges();
  const [done, setDone] = useState<{ promises: readonly KeptPromise[]; as: CloseReason } | null>(null);
  /** On a phone, whether the reasons are shown. */
  const [isClosing, setClosing] = useState(false);

  /** What failed is said below; the rest would fail too. */
  async function closeAll(promises: readonly KeptPromise[], closed: CloseReason | null) {
    for (const { letterId, place } of promises) await close.mutateAsync({ letterId, place, closed });
    setDone(closed === null ? null : { promises, as: closed });
  }
  const start = (...args: Parameters<typeof closeAll>) => void closeAll(...args).catch(() => undefined);

  const toClose = past.length > 0 ? past : due;
  if (toClose.length === 0 && done === null) return null;
  const reason = done && closeWords(done.as, i18n);
  return (
    <Group component="output" gap="4px 8px">
      {toClose.length > 0 && done === null ? (
        <>
          <Text fz={14} lh="20px">
            {past.length > 0 ? (
              <Plural value={past.length} one="# promised date is past" other="# promised dates are past" />
            ) : (
              <Plural value={due.length} one="# promise is due today" other="# promises are due today" />
            )}
            <LineNumbers keys={keysOf(toClose, lines)} lines={lines} />.{' '}
            <Box component="span" visibleFrom="sm">
              <Trans>Close as:</Trans>
            </Box>
            <LinkButton
              hiddenFrom="sm"
              px={4}
              my={-12}
              aria-expanded={isClosing}
              onClick={() => setClosing(!isClosing)}
            >
              <Trans>Close as…</Trans>
            </LinkButton>
          </Text>
          <Group gap={8} wrap="nowrap" {...(!isClosing && { visibleFrom: 'sm' })}>
            {closeReasons.map((each) => (
              <Button
                key={each}
                variant="default"
                size="compact-sm"
                aria-label={t`Close: ${closeWords(each, i18n)}`}
                loading={close.isPending}
                onClick={() => start(toClose, each)}
              >
                {closeWords(each, i18n)}
              </Button>
            ))}
          </Group>
        </>
      ) : (
        done && (
          <>
            <Text fz={14} lh="20px">
              <Plural
                value={done.promises.length}
                one={`# promise closed: ${reason}`}
                other={`# promises closed: ${reason}`}
              />
            </Text>
            <LinkButton loading={close.isPending} onClick={() => start(done.promises, null)}>
              <Trans>Undo</Trans>
            </LinkButton>
          </>
        )
      )}
      <ActionError error={close.error} />
    </Group>
  );
}

/** The part of a promised line that can ship before the rest; null without one, and if the line isn't what was promised. */
function partOf({ lineKey = 0, quantity, now }: KeptPromise, session: UpdatedSession): LinePart | null {
  const { row, derived: view } = session.lines.getEntry(lineKey) ?? {};
  if (row === undefined || view?.state.kind !== 'result' || !hasShipDate(now)) return null;
  const isSame = quantityToShip(row, view) === quantity && view.state.stockResult.date === now.date;
  return isSame ? (view.advice?.part ?? null) : null;
}

/** Moved promises that are named; of more, it says how many. */
const maxMoves = 4;

/** The lines of promises, each with its date as told and now. */
function Moves({ promises, lines }: { promises: readonly KeptPromise[]; lines: Lines }) {
  const more = promises.length - maxMoves;
  return (
    <>
      {promises.slice(0, maxMoves).map(({ letterId, place, lineKey = 0, promised, now }, at) => {
        const isLine = lines.lineNumber(lineKey) > 0;
        return (
          <Fragment key={`${letterId} ${place}`}>
            {at > 0 && ', '}
            {isLine && (
              <LineLink lineKey={lineKey} lines={lines}>
                <Trans>Line {lines.lineNumber(lineKey)}</Trans>
              </LineLink>
            )}
            {/* On a phone, the card of the line says it. */}
            <Box component="span" {...(isLine && { visibleFrom: 'sm' })}>
              {' '}
              <ResultDate result={promised} /> → <ResultDate result={now} />
            </Box>
          </Fragment>
        );
      })}
      {more > 0 && (
        <>
          {' '}
          <Plural value={more} one="and # more" other="and # more" />
        </>
      )}
    </>
  );
}

/** Which of the order's lines moved since the customer was told, and the update to copy. */
export function MovedLine(props: { order: ToldOrder; lines: Lines; session: UpdatedSession }) {
  const { order, lines, session } = props;
  const { t, i18n } = useLingui();
  const { formatDate, formatCount } = useLocale();
  const { wordsOf } = useCustomerLanguage();
  const { tell, untell } = usePromiseChanges();
  /** Lines that were noted as told last, until one failed. */
  const [noted, setNoted] = useState<readonly Pick<KeptPromise, 'letterId' | 'place'>[]>([]);

  async function takeBack() {
    for (const { letterId, place } of noted) await untell.mutateAsync({ letterId, place });
    setNoted([]);
  }

  const { moved, rolled, open } = order;
  const isWorse = order.worse > 0;
  if (moved.length === 0 && noted.length === 0) return null;
  if (moved.length === 0)
    return (
      <Group component="output" gap="4px 12px" className={styles.notice}>
        <Text fz={14} lh="20px">
          <Plural
            value={noted.length}
            one="The update is noted as told for # line."
            other="The update is noted as told for # lines."
          />
        </Text>
        <LinkButton loading={untell.isPending} onClick={() => void takeBack().catch(() => undefined)}>
          <Trans>Undo</Trans>
        </LinkButton>
        <ActionError error={untell.error} />
      </Group>
    );
  const toldOn = formatDate(moved.map(({ promised }) => promised.day).reduce(later), 'medium');
  const openCount = formatCount(open.length);
  const toTell = [...moved, ...rolled];
  const notedLines = formatCount(noted.length);

  async function noteTold(text: string) {
    const done: KeptPromise[] = [];
    for (const promise of toTell) {
      const { letterId, place, now } = promise;
      const told = { text, ...(hasShipDate(now) && { promised: now }) };
      try {
        await tell.mutateAsync({ letterId, place, told });
      } catch {
        // The rest would fail too; what failed is said below.
        break;
      }
      done.push(promise);
    }
    setNoted(done);
  }

  return (
    <Group component="output" gap="4px 12px" className={isWorse ? styles.told : styles.notice}>
      <Group gap={12} wrap="nowrap" align="start" className={styles.moves}>
        {isWorse && <TriangleAlert aria-hidden size={18} style={{ flex: 'none' }} />}
        <Text fz={14} lh="20px">
          <Plural
            value={moved.length}
            one={`# of ${openCount} open promises moved since the customer was told on ${toldOn}`}
            other={`# of ${openCount} open promises moved since the customer was told on ${toldOn}`}
          />
          {': '}
          <Moves promises={moved} lines={lines} />
          {rolled.length > 0 && (
            <Box component="span" display="block">
              <Trans>Also in the update:</Trans> <Moves promises={rolled} lines={lines} />
            </Box>
          )}
        </Text>
      </Group>
      <CopyButton
        Icon={Mail}
        alwaysShowsLabel
        textLabel={t`Update as text`}
        toCopy={async () => ({
          content: updateLetter(toTell, await wordsOf(), (promise) => partOf(promise, session)),
          message: t`Copied`,
        })}
        onCopied={({ text }) => void noteTold(text)}
      >
        <Trans>Copy update</Trans>
      </CopyButton>
      {tell.error !== null && (
        <Text role="alert" fz={14} c="var(--sh-late)">
          {noted.length === 0 ? (
            <Trans>The update isn't noted as told.</Trans>
          ) : (
            <Plural
              value={noted.length}
              one={`The update is noted as told for ${notedLines} line only.`}
              other={`The update is noted as told for ${notedLines} lines only.`}
            />
          )}{' '}
          {describeError(tell.error, i18n).detail}
        </Text>
      )}
    </Group>
  );
}
