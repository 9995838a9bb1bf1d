import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, Fragment, useEffect, useId, useRef, useState } from 'react';

import { promises, usePromiseChanges } from '#data/promises.ts';
import type { PromisedLine } from '#stock/contract/promises.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';

import { ActionError } from '#parts/panel.tsx';
import type { Told } from '#parts/export/copy-to-clipboard.ts';

import { ResultDate } from './result-date.tsx';

/** Maximum length of customer and reference. */
const maxLength = 80;
/** As high as the buttons beside them. */
const inputStyles = { input: { height: 36, minHeight: 36 } };

/** Of the fields with their labels: what follows them stays in its place once the promise is kept. */
const formHeight = 57;

/** Of both fields; on a phone, all of it. */
const width = { base: '100%', sm: 200 };

interface KeepPromiseProps {
  told: Told;
  text: string;
  /** The customer of the order, if the text is of one. */
  customer?: string | undefined;
}

/** One line below a copied text: keeps its dates as promises, which are checked again and again. */
export function KeepPromise({ told, text, customer: ofOrder = '' }: KeepPromiseProps) {
  const { t } = useLingui();
  const { keep, forget } = usePromiseChanges();
  const referenceField = useRef<HTMLInputElement>(null);
  const [letterId] = useState(() => crypto.randomUUID());
  const { lines, orderId, day, checkedAt } = told;
  /** Null until typed. */
  const [typed, setTyped] = useState<string | null>(null);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    forget.reset();
    const customer = typed?.trim() || ofOrder.trim().slice(0, maxLength);
    const reference = referenceField.current?.value.trim();
    keep.mutate({
      letterId,
      letter: {
        ...(customer && { customer }),
        ...(reference && { reference }),
        ...(orderId !== undefined && { orderId }),
        day,
        checkedAt,
        lines: [...lines],
        text,
      },
    });
  }

  // A click too many would count the same goods twice. Without an order they may be for another customer.
  const { data: isKept = false } = useQuery({
    ...promises.all(),
    select: ({ promises: all }) => {
      const kept = new Set(all.filter((each) => each.orderId === orderId && each.closed === null).map(goodsOf));
      return lines.every((line) => kept.has(goodsOf(line)));
    },
  });
  const [isForAnother, setForAnother] = useState(false);
  const customerField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isForAnother) customerField.current?.focus();
  }, [isForAnother]);

  // A phone's bar may cover it.
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const keptId = useId();
  const customer = keep.variables?.letter.customer ?? '';
  if (keep.isSuccess && !forget.isSuccess)
    return (
      <Group component="output" gap={8} fz={14} mih={{ base: 36, sm: formHeight }} flex="1 0 100%" style={{ order: 1 }}>
        <Text span inherit id={keptId}>
          {customer === '' ? <Trans>Kept as promised:</Trans> : <Trans>Kept as promised to {customer}:</Trans>}{' '}
          <KeptLines lines={lines} day={day} />
        </Text>
        {/* It gets the focus of the button, and with it says what was kept. */}
        <Link to="/promises" aria-describedby={keptId}>
          <Trans>Show promises</Trans>
        </Link>
        <LinkButton onClick={() => forget.mutate(letterId)} loading={forget.isPending}>
          <Trans>Undo</Trans>
        </LinkButton>
      </Group>
    );
  if (isKept && keep.isIdle && !isForAnother)
    return (
      <Group component="output" gap={8} fz={14} mih={36} flex="1 0 100%" style={{ order: 1 }}>
        <Trans>Already kept as promised.</Trans>
        <Link to="/promises">
          <Trans>Show promises</Trans>
        </Link>
        {orderId === undefined && (
          <LinkButton onClick={() => setForAnother(true)}>
            <Trans>Keep for another customer</Trans>
          </LinkButton>
        )}
      </Group>
    );
  return (
    <form ref={form} {...{ onSubmit }} style={{ flex: '1 0 100%', order: 1 }}>
      <Group gap={8} align="end">
        <TextInput
          ref={customerField}
          label={t`Customer`}
          autoComplete="off"
          value={typed ?? ofOrder.slice(0, maxLength)}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          maxLength={maxLength}
          w={width}
          styles={inputStyles}
        />
        <TextInput
          ref={referenceField}
          label={t`Reference`}
          autoComplete="off"
          defaultValue={told.reference.slice(0, maxLength)}
          maxLength={maxLength}
          w={width}
          styles={inputStyles}
        />
        <Text id={keptId} fz={14} lh={{ base: '20px', sm: '36px' }}>
          <LinesToKeep lines={lines} day={day} />
        </Text>
        <Button
          type="submit"
          variant="default"
          w={{ base: '100%', sm: 'auto' }}
          aria-describedby={keptId}
          loading={keep.isPending}
        >
          <Trans>Keep as promise</Trans>
        </Button>
        <ActionError error={keep.error} flex="1 0 100%" />
      </Group>
    </form>
  );
}

/** Identifies a promised line of an order, with its quantity and date. */
function goodsOf({ lineKey, productId, quantity, promised }: PromisedLine): string {
  return [lineKey, productId, quantity, promised.kind, promised.date].join(' ');
}

/** What would be kept: quantity and date of a line, or the number of dates. */
function LinesToKeep({ lines, day }: Pick<Told, 'lines' | 'day'>) {
  const { formatQuantity } = useLocale();
  const [first, ...more] = lines;
  if (first === undefined || more.length > 0) return <Plural value={lines.length} one="# date" other="# dates" />;
  const amount = formatQuantity(first.quantity, first.unit);
  const date = <ResultDate result={{ ...first.promised, day }} />;
  return (
    <Trans>
      {amount} on {date}
    </Trans>
  );
}

/** Lines that are named; of more, it says how many and when the last ships. */
const maxNamed = 2;

/** What was kept: each line, or their number and last date. */
function KeptLines({ lines, day }: Pick<Told, 'lines' | 'day'>) {
  const { formatQuantity } = useLocale();
  const dateOf = (promised: PromisedLine['promised']) => <ResultDate result={{ ...promised, day }} />;
  if (lines.length <= maxNamed)
    return lines.map(({ product, quantity, unit, promised }, at) => {
      const amount = formatQuantity(quantity, unit);
      return (
        // oxlint-disable-next-line react/no-array-index-key -- the lines never change
        <Fragment key={at}>
          {at > 0 && '; '}
          <Trans>
            {amount} of <bdi>{product}</bdi>, {dateOf(promised)}
          </Trans>
        </Fragment>
      );
    });
  const [last] = lines.map(({ promised }) => promised).toSorted((a, b) => (a.date < b.date ? 1 : -1));
  return (
    last && (
      <Trans>
        <Plural value={lines.length} one="# line" other="# lines" />, the last {dateOf(last)}
      </Trans>
    )
  );
}
