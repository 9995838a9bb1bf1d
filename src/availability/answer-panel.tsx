import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { CalendarCheck, CalendarX } from 'lucide-react';
import type { ReactNode, Ref } from 'react';

import { AnswerAge } from '#parts/result/answer-age.tsx';
import { AnswerNotes, OutdatedNote, StaleNote } from '#parts/result/answer-notes.tsx';
import { AnswerHeadline, AnswerRegion, NoStockData, NotReliable } from '#parts/result/answer-region.tsx';
import type { ProductAvailability } from '#parts/result/use-availability.ts';
import type { Wording } from '#parts/result/wording.ts';
import { CustomerCopy } from '#parts/export/customer-copy.tsx';
import { useTransitDays } from '#parts/transit-days.ts';
import { AddToOrderButton } from '#parts/saved-orders/add-to-order-button.tsx';
import { PanelError } from '#parts/panel.tsx';
import type { Product } from '#stock/contract/gateway-answers.ts';
import type { Answer } from '#stock/answer.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { formatMoment } from '#stock/locale-date.ts';

import classes from './availability.module.css';
import { colleagueText, customerText } from './copied-answer.ts';
import { neededByWords, type NeededByWords } from './ship-by-result.ts';
import type { Question } from './question.ts';
import { type RecentLookup, rememberedWords } from './recent-lookups.ts';
import { useEarlierLookup } from './recent-panel.tsx';

interface AnswerPanelProps {
  result: ProductAvailability;
  question: Question;
  /** Whether a recent lookup is of the same product, quantity and ship-by date. */
  isSameQuestion: (lookup: RecentLookup) => boolean;
  onAsk: (quantity: Thousandths) => void;
  /** Actions for the whole page. */
  actions: ReactNode;
  ref: Ref<HTMLElement>;
}

export function AnswerPanel({ result, question, isSameQuestion, onAsk, actions, ref }: AnswerPanelProps) {
  const { answer, unreliable, hasNoStockData, error, product, wording, timeline, earlier, outdatedDay } = result;
  const { quantity } = question;
  if (answer === null && unreliable === null && !hasNoStockData) {
    if (error === null || result.isFetching) return <AnswerRegion ref={ref} headline={<AnswerSkeleton />} />;
    return (
      <AnswerRegion ref={ref} headline={<PanelError error={error} onRetry={result.refresh} />}>
        <EarlierAnswer isSameQuestion={isSameQuestion} wording={wording} />
        <Group justify="center">{actions}</Group>
      </AnswerRegion>
    );
  }
  const outdated = outdatedDay !== null && <OutdatedNote day={outdatedDay} onRecheck={result.refresh} />;
  if (answer === null) {
    return (
      <AnswerRegion
        ref={ref}
        kind={unreliable === null ? 'not-available' : 'not-trusted'}
        isOutdated={outdatedDay !== null}
        headline={
          <>
            <ProductLine product={product} />
            {unreliable === null ? <NoStockData /> : <NotReliable reason={unreliable} {...{ quantity, wording }} />}
          </>
        }
      >
        {outdated}
        <AnswerFooter {...{ result, question, answer, actions }} />
      </AnswerRegion>
    );
  }
  const neededBy = neededByWords(result, question, answer);
  return (
    <AnswerRegion
      ref={ref}
      kind={answer.kind}
      isOutdated={outdatedDay !== null}
      headline={
        <>
          <ProductLine product={product} />
          <AnswerHeadline
            {...{ answer, quantity, product, wording }}
            verdict={neededBy && <Verdict verdict={neededBy} />}
          />
        </>
      }
    >
      {outdated}
      {result.isStale && result.receivedAt !== null && <StaleNote receivedAt={result.receivedAt} />}
      <AnswerNotes {...{ answer, quantity, timeline, earlier, wording, onAsk }} remedy={neededBy?.remedy ?? null} />
      <AnswerFooter {...{ result, question, answer, actions }} />
    </AnswerRegion>
  );
}

/** Skeleton of a result: product, badge, date, sentence. */
export function AnswerSkeleton() {
  return (
    <Stack gap={12} mih={{ base: 490, xs: 380, md: 335 }}>
      <VisuallyHidden>
        <Trans>Checking…</Trans>
      </VisuallyHidden>
      <Skeleton height={18} width="45%" />
      <Skeleton height={34} width={120} radius="xl" />
      <Skeleton height={56} width="62%" />
      <Skeleton height={18} width="34%" />
      <Skeleton height={16} width="78%" mt={8} />
      <Skeleton height={14} width="56%" />
    </Stack>
  );
}

/** Product of the result; the heading by which screen readers find the result. */
function ProductLine({ product: { productId, name, sku } }: { product: Product }) {
  const { t } = useLingui();
  return (
    <Group gap="0 12px" align="baseline">
      <Title order={2} fz={16} fw={600}>
        <bdi>{name ?? t`Product ${productId}`}</bdi>
      </Title>
      <Group component="p" gap={12} c="dimmed" fz={14}>
        {sku !== null && <bdi>{sku}</bdi>}
        {name !== null && <span>{productId}</span>}
      </Group>
    </Group>
  );
}

const verdictColors = { 'in-time': 'var(--sh-in-stock)', 'max-lead-time': 'var(--sh-mlt)', late: 'var(--sh-late)' };

/** Verdict on the ship-by date: *on time*, *n days late* or *n short*. */
function Verdict({ verdict: { tone, words } }: { verdict: NeededByWords }) {
  const Icon = tone === 'late' ? CalendarX : CalendarCheck;
  return (
    <Group component="span" gap={6} wrap="nowrap" c={verdictColors[tone]} fw={600}>
      <Icon size={18} aria-hidden style={{ flex: 'none' }} />
      {words}
    </Group>
  );
}

/** Previous result and its time, shown dimmed if the current lookup failed. */
function EarlierAnswer({ isSameQuestion, wording }: Pick<AnswerPanelProps, 'isSameQuestion'> & { wording: Wording }) {
  const lookup = useEarlierLookup(isSameQuestion);
  if (lookup === undefined) return null;
  const words = rememberedWords(wording, lookup);
  const asOf = formatMoment(lookup.askedAt, wording.locale);
  return (
    <Text inherit c="dimmed" ta="center" maw="36rem" mx="auto" mb={12}>
      <strong>
        <Trans>Previous result, checked {asOf}:</Trans>
      </strong>{' '}
      {words}
      <br />
      <Trans>This result may be outdated.</Trans>
    </Text>
  );
}

interface AnswerFooterProps {
  result: ProductAvailability;
  question: Question;
  /** Null if there is nothing to copy. */
  answer: Answer | null;
  actions: ReactNode;
}

function AnswerFooter({ result, question, answer, actions }: AnswerFooterProps) {
  return (
    <Group
      component="footer"
      justify="space-between"
      gap="8px 12px"
      mt={20}
      pt={12}
      style={{ borderTop: '1px solid var(--sh-line)' }}
    >
      <AnswerAge
        lastUpdateDate={result.lastUpdateDate}
        fetchedAt={result.receivedAt ?? 0}
        isFetching={result.isFetching}
        onRefresh={result.refresh}
      />
      <Group gap="8px 12px" align="flex-start" justify="flex-end" className={classes.actions}>
        <AddToOrderButton {...question} />
        {answer !== null && <CopyAnswer result={result} question={question} answer={answer} />}
        {actions}
      </Group>
    </Group>
  );
}

/** Copies the result. One that isn't verified or current is checked again, before a customer is told. */
function CopyAnswer({ result, question, answer }: Omit<AnswerFooterProps, 'actions'> & { answer: Answer }) {
  const { t } = useLingui();
  const { transit } = useTransitDays(useSearch({ from: '/' }));
  const isUnverified = result.timeline === null || result.isStale;
  return (
    <CustomerCopy
      alwaysShowsLabel
      textLabel={t`Result as text`}
      toCustomer={(words) => {
        if (!isUnverified)
          return { content: customerText(result, question, answer, transit, words), message: t`Copied` };
        result.refresh();
        return { content: null, message: t`Not copied. The result isn't verified and is being checked again.` };
      }}
      toColleague={() => colleagueText(result, question, answer)}
    />
  );
}
