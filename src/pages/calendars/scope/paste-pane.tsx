import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Radio, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListChecks, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';

import { findProducts } from '#api/products.ts';
import { session } from '#api/session.ts';
import type { ProductId } from '#contract/product-id.ts';
import { readProductKeys } from '#domain/calendars/read-product-keys.ts';
import type { RefusedLine } from '#domain/order-list/order-list.ts';
import { listOrders, readOrder } from '#features/saved-orders/order-store.ts';
import type { OrderHeader } from '#features/saved-orders/saved-order.ts';
import { PanelEmpty, PanelError, PanelWaiting } from '#features/panel.tsx';
import { rememberedKey } from '#features/remembered.ts';
import { useLocale } from '#ui/locale.tsx';

import classes from './chooser.module.css';

interface PaneProps {
  onAdd: (ids: readonly ProductId[]) => void;
}

const typingPause = 250;
const none: readonly never[] = [];

/** Products from a pasted list: what was recognized, and each line that was not. */
export function PastePane({ onAdd }: PaneProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, typingPause);
  const { keys, repeated, refused } = useMemo(() => readProductKeys(text, 'paste'), [text]);
  const { ids, unknown, isLoading, error, retry } = useFoundProducts(keys);
  const isReading = text !== typed || isLoading;

  return (
    <>
      <Textarea
        data-autofocus
        label={t`Product ids or SKUs`}
        description={t`One a line, or separated by commas; a column of a spreadsheet will do.`}
        placeholder={t`10001, 10002, LIN-4410`}
        rows={6}
        value={typed}
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {error && <PanelError error={error} onRetry={retry} />}
      <output className={classes.muted}>
        {typed.trim() !== '' &&
          !error &&
          (isReading ? (
            <Trans>Looking up the products</Trans>
          ) : (
            <>
              <Plural value={ids.length} one="# product read" other="# products read" />
              {repeated > 0 && (
                <>
                  , <Plural value={repeated} one="# named again" other="# named again" />
                </>
              )}
            </>
          ))}
      </output>
      {!isReading && <RefusedKeys refused={refused} unknown={unknown} />}
      <div>
        <Button
          variant="default"
          disabled={isReading || ids.length === 0}
          onClick={() => {
            onAdd(ids);
            // What was refused stays, to be corrected.
            setTyped([...unknown, ...refused.map((line) => line.text)].join('\n'));
          }}
        >
          {ids.length === 0 ? (
            <Trans>Add products</Trans>
          ) : (
            <Plural value={ids.length} one="Add # product" other="Add # products" />
          )}
        </Button>
      </div>
    </>
  );
}

/** The products of an order that this browser keeps. */
export function OrderPane({ onAdd }: PaneProps) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const { data: person } = useQuery(session.current());
  const owner = person ? rememberedKey('order', person) : null;
  const { data: orders, isError } = useQuery({
    queryKey: ['kept', 'orders', { owner }],
    queryFn: () => listOrders(owner ?? ''),
    enabled: owner !== null,
    staleTime: 0,
  });
  const [chosenId, setChosenId] = useState<string | null>(null);
  const filled = orders?.filter(({ lineCount }) => lineCount > 0) ?? [];
  const chosen = filled.find(({ id }) => id === chosenId);
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

  if (isError) {
    return (
      <p className={classes.muted}>
        <Trans>This browser keeps no orders.</Trans>
      </p>
    );
  }
  if (!orders) return <PanelWaiting lines={3} />;
  if (filled.length === 0) {
    return (
      <PanelEmpty icon={ListChecks} title={t`No order is kept in this browser`}>
        <Link to="/order">
          <Trans>Put one together</Trans>
        </Link>
      </PanelEmpty>
    );
  }
  return (
    <>
      <Radio.Group aria-label={t`Orders`} value={chosenId} onChange={setChosenId} className={classes.options}>
        {filled.map(({ id, name, lineCount, changedAt }) => (
          <Radio
            key={id}
            value={id}
            classNames={{ root: classes.option, body: classes.optionBody, labelWrapper: classes.optionLabel }}
            label={
              <>
                <bdi>{name || <Trans>Order without a name</Trans>}</bdi>
                <span className={classes.codes}>
                  <Plural value={lineCount} one="# line" other="# lines" />
                  {' · '}
                  {moment.format(changedAt)}
                </span>
              </>
            }
          />
        ))}
      </Radio.Group>
      {chosen && <OrderProducts key={chosen.id} order={chosen} onAdd={onAdd} />}
    </>
  );
}

function OrderProducts({ order, onAdd }: PaneProps & { order: OrderHeader }) {
  const { data: keys } = useQuery({
    queryKey: ['kept', 'order-products', { id: order.id, changedAt: order.changedAt }],
    queryFn: async () => {
      const lines = (await readOrder(order.id))?.contents.lines ?? [];
      const written = lines.map(({ productId, product }) => (productId === null ? product.trim() : String(productId)));
      return [...new Set(written)].filter((key) => key !== '');
    },
  });
  const { ids, unknown, isLoading, error, retry } = useFoundProducts(keys ?? none);
  return (
    <>
      {error && <PanelError error={error} onRetry={retry} />}
      <RefusedKeys refused={none} unknown={unknown} />
      <div>
        <Button variant="default" disabled={isLoading || ids.length === 0} onClick={() => onAdd(ids)}>
          <Plural value={ids.length} one="Add its # product" other="Add its # products" />
        </Button>
      </div>
    </>
  );
}

/** The products that ids and SKUs as typed stand for, and the keys that are neither. */
function useFoundProducts(keys: readonly string[]) {
  const client = useQueryClient();
  const { data, isLoading, error, refetch } = useQuery({
    queryKey: ['products', 'find', { keys }],
    queryFn: () => findProducts(keys, client),
    enabled: keys.length > 0,
  });
  return {
    ids: data?.productIds ?? none,
    unknown: data?.notFound ?? none,
    isLoading,
    error,
    retry: () => void refetch(),
  };
}

interface RefusedKeysProps {
  refused: readonly RefusedLine[];
  /** Read as SKUs, and none that the catalogue has. */
  unknown: readonly string[];
}

/** Each line of a list that named no product, with the reason. */
function RefusedKeys({ refused, unknown }: RefusedKeysProps) {
  const count = refused.length + unknown.length;
  if (count === 0) return null;
  return (
    <div role="note" className={classes.refused}>
      <p className={classes.refusedTitle}>
        <TriangleAlert aria-hidden size={16} />
        <Plural value={count} one="# line names no product" other="# lines name no product" />
      </p>
      <ul>
        {unknown.map((key) => (
          <li key={key}>
            <bdi>{key}</bdi> <Trans>No product has this SKU.</Trans>
          </li>
        ))}
        {refused.map(({ line, text, code }) => (
          <li key={`${line} ${text}`}>
            <bdi>{text}</bdi> <Refusal line={line} code={code} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Refusal({ line, code }: Pick<RefusedLine, 'line' | 'code'>) {
  if (code === 'shortened-product') {
    return (
      <Trans>Line {line}: a spreadsheet shortened this number; format the column as text and copy it again.</Trans>
    );
  }
  if (code === 'product-became-date') {
    return <Trans>Line {line}: this is a date; a spreadsheet may have turned a code into one.</Trans>;
  }
  if (code === 'spreadsheet-error') return <Trans>Line {line}: a spreadsheet could not show this value.</Trans>;
  return <Trans>Line {line}: no id or SKU could be made out.</Trans>;
}
