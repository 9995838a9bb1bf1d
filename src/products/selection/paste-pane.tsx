import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import '@mantine/core/styles/Alert.css';
import { Alert, Button, Group, Radio, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListChecks, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';

import { findProducts, knownProducts } from '#data/products.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { readProductKeys } from '#stock/calendars/read-product-keys.ts';
import type { RefusedLine } from '#stock/order-list/order-list.ts';
import { readOrder, useSavedOrders } from '#parts/saved-orders/saved-orders.ts';
import type { OrderHeader } from '#parts/saved-orders/saved-order.ts';
import { PanelEmpty, PanelError, PanelWaiting } from '#parts/panel.tsx';
import { formatMomentNear } from '#stock/locale-date.ts';
import { useLocale } from '#ui/locale.tsx';

import classes from './chooser.module.css';

interface PaneProps {
  onAdd: (ids: readonly ProductId[]) => void;
}

const typingPause = 250;
const none: readonly never[] = [];

/** Reads products from a pasted list, and lists the lines that weren't recognized. */
export function PastePane({ onAdd }: PaneProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, typingPause);
  const { keys, repeated, refused, others } = useMemo(() => readProductKeys(text, 'paste'), [text]);
  const { ids, unknownIds, unknown, unused, isLoading, error, retry } = useFoundProducts(keys, others);
  const unknownCount = unknownIds.length + unknown.length;
  const isReading = text !== typed || isLoading;

  return (
    <>
      <Textarea
        data-autofocus
        label={t`Product IDs or SKUs`}
        description={t`IDs or SKUs with any separator. You can paste a spreadsheet column.`}
        placeholder={t`10001, 10002, LIN-4410`}
        rows={6}
        value={typed}
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {error && <PanelError error={error} onRetry={retry} />}
      <Text component="output" fz={14} c="dimmed">
        {typed.trim() !== '' &&
          !error &&
          (isReading ? (
            <Trans>Looking up products…</Trans>
          ) : (
            <>
              <Plural value={ids.length} one="# product recognized" other="# products recognized" />
              {unknownCount > 0 && (
                <>
                  , <Plural value={unknownCount} one="# unknown" other="# unknown" />
                </>
              )}
              {refused.length > 0 && (
                <>
                  , <Plural value={refused.length} one="# line not read" other="# lines not read" />
                </>
              )}
              {repeated > 0 && (
                <>
                  , <Plural value={repeated} one="# duplicate" other="# duplicates" />
                </>
              )}
            </>
          ))}
      </Text>
      {!isReading && unused.length > 0 && (
        <Text fz={14} c="dimmed" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
          <Trans>
            Not used: <bdi>{unused.join(', ')}</bdi>
          </Trans>
        </Text>
      )}
      {!isReading && <RefusedKeys {...{ refused, unknown, unknownIds }} />}
      <Group gap={8}>
        <Button
          variant="default"
          disabled={isReading || ids.length === 0}
          onClick={() => {
            onAdd(ids);
            // Unrecognized lines stay in the field to be corrected.
            setTyped([...unknownIds, ...unknown, ...refused.map((line) => line.text)].join('\n'));
          }}
        >
          {ids.length === 0 ? (
            <Trans>Add products</Trans>
          ) : (
            <Plural value={ids.length} one="Add # product" other="Add # products" />
          )}
        </Button>
        {!isReading && unknownIds.length > 0 && (
          <Button
            variant="subtle"
            onClick={() => {
              onAdd(unknownIds);
              setTyped([...ids, ...unknown, ...refused.map((line) => line.text)].join('\n'));
            }}
          >
            <Plural value={unknownIds.length} one="Add # unknown ID" other="Add # unknown IDs" />
          </Button>
        )}
      </Group>
    </>
  );
}

/** Adds the products of one of the user's orders. */
export function OrderPane({ onAdd }: PaneProps) {
  const { t } = useLingui();
  const { locale, today } = useLocale();
  const { data: orders, error, refetch } = useSavedOrders();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const filled = orders?.filter(({ lineCount }) => lineCount > 0) ?? [];
  const chosen = filled.find(({ id }) => id === chosenId);

  if (error) return <PanelError error={error} onRetry={() => void refetch()} />;
  if (!orders) return <PanelWaiting lines={3} />;
  if (filled.length === 0) {
    return (
      <PanelEmpty icon={ListChecks} title={t`No saved orders`}>
        <Link to="/order">
          <Trans>Create an order</Trans>
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
                <bdi>{name || <Trans>Untitled order</Trans>}</bdi>
                <Text span display="block" fz={13} c="dimmed">
                  <Plural value={lineCount} one="# line" other="# lines" />
                  {' · '}
                  {formatMomentNear(changedAt, today, locale)}
                </Text>
              </>
            }
          />
        ))}
      </Radio.Group>
      {chosen && <OrderProducts key={chosen.id} order={chosen} onAdd={onAdd} />}
    </>
  );
}

function OrderProducts({ order: { id, owner, changedAt }, onAdd }: PaneProps & { order: OrderHeader }) {
  const order = useQuery({
    queryKey: ['orders', 'products', { id, changedAt }],
    queryFn: async () => {
      const { lines = [] } = (await readOrder(id, owner))?.order.contents ?? {};
      return [...new Set(lines.map(({ product }) => product.trim()))].filter((key) => key !== '');
    },
  });
  const found = useFoundProducts(order.data ?? none);
  const { unknown } = found;
  // The service may know the lines' products that the catalog doesn't have.
  const ids = [...found.ids, ...found.unknownIds];
  const error = order.error ?? found.error;
  const isLoading = order.isLoading || found.isLoading;
  const retry = order.error ? () => void order.refetch() : found.retry;
  return (
    <>
      {error && <PanelError error={error} onRetry={retry} />}
      <RefusedKeys refused={none} unknown={unknown} unknownIds={none} />
      <div>
        <Button variant="default" disabled={isLoading || ids.length === 0} onClick={() => onAdd(ids)}>
          <Plural value={ids.length} one="Add # product" other="Add # products" />
        </Button>
      </div>
    </>
  );
}

/** Fewer digits are likelier a quantity, though a product may have that ID. */
const isLongEnough = (key: string) => /\D|.{5}/.test(key);

/**
 * Resolves entered IDs and SKUs to product IDs, and returns the keys that weren't found.
 * @param others entries that are used only if the catalog has them
 */
function useFoundProducts(keys: readonly string[], others: readonly string[] = none) {
  const client = useQueryClient();
  const { data, isLoading, error, refetch } = useQuery({
    queryKey: ['products', 'find', { keys, others }],
    queryFn: async () => {
      const known = await knownProducts(others.filter(isLongEnough), client);
      const unused = others.filter((key) => !known.has(key));
      return { ...(await findProducts([...keys, ...known.keys()], client)), unused };
    },
    enabled: keys.length + others.length > 0,
  });
  return {
    ids: data?.productIds ?? none,
    unknownIds: data?.unknownIds ?? none,
    unknown: data?.notFound ?? none,
    unused: data?.unused ?? none,
    isLoading,
    error,
    retry: () => void refetch(),
  };
}

interface RefusedKeysProps {
  refused: readonly RefusedLine[];
  /** Keys read as SKUs that aren't in the catalog. */
  unknown: readonly string[];
  /** IDs that aren't in the catalog. */
  unknownIds: readonly ProductId[];
}

/** Lists the lines without a recognized product, with the reason for each. */
function RefusedKeys({ refused, unknown, unknownIds }: RefusedKeysProps) {
  const count = refused.length + unknown.length + unknownIds.length;
  if (count === 0) return null;
  return (
    <Alert
      role="note"
      bg="var(--sh-late-bg)"
      icon={<TriangleAlert aria-hidden color="var(--sh-late)" />}
      title={<Plural value={count} one="# entry not recognized" other="# entries not recognized" />}
      style={{ overflowWrap: 'anywhere' }}
    >
      <ul style={{ maxHeight: '10rem', paddingInlineStart: 20, overflowY: 'auto' }}>
        {unknownIds.map((id) => (
          <li key={id}>
            {id} <Trans>Not in the catalog.</Trans>
          </li>
        ))}
        {unknown.map((key) => (
          <li key={key}>
            <bdi>{key}</bdi> <Trans>No product with this SKU.</Trans>
          </li>
        ))}
        {refused.map(({ line, text, code }) => (
          <li key={`${line} ${text}`}>
            <bdi>{text}</bdi> <Refusal line={line} code={code} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function Refusal({ line, code }: Pick<RefusedLine, 'line' | 'code'>) {
  if (code === 'shortened-product') {
    return <Trans>Line {line}: the spreadsheet rounded this number. Format the column as text and copy again.</Trans>;
  }
  if (code === 'product-became-date') {
    return <Trans>Line {line}: this is a date. The spreadsheet may have converted a product code.</Trans>;
  }
  if (code === 'spreadsheet-error') return <Trans>Line {line}: the cell contains a spreadsheet error.</Trans>;
  return <Trans>Line {line}: no product ID or SKU found.</Trans>;
}
