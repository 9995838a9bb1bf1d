import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useState } from 'react';

import { useWatchChanges, watches } from '#data/watches.ts';
import type { KeptWatch, Watch } from '#stock/contract/watches.ts';
import { readQuantity } from '#stock/locale-number.ts';
import type { WatchCondition } from '#stock/promises/line-event.ts';
import { DateField } from '#ui/date-field.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';
import { PopoverPanel } from '#ui/popover-panel.tsx';
import { ActionError } from '#parts/panel.tsx';

import { conditionWords } from './condition-words.ts';
import { defaultConditions, hasOwnDates, newWatches, type WatchedProduct } from './new-watches.ts';

interface WatchPanelProps {
  anchor: RefObject<Element | null>;
  products: readonly WatchedProduct[];
  /** How many lines there are, if the products are those of an order: some may not be watched. */
  lineCount?: number;
  onClose: () => void;
  onSaved?: (watched: readonly Watch[]) => void;
}

/** Days after which a watch can end. */
const durations: readonly Watch['endsAfter'][] = [30, 90, 365];
/** Conditions in the order of the form. */
const conditions: readonly WatchCondition[] = ['can-ship', 'falls-short', 'moves', 'back-in-stock'];

/** What is watched, on which changes the user is told, and how long. A second watch of the same opens the first. */
export function WatchPanel({ anchor, products, lineCount, onClose, onSaved }: WatchPanelProps) {
  const { t } = useLingui();
  const { data } = useQuery(watches.all());
  const known =
    products.length === 1 && data !== undefined
      ? data.watches.find(
          ({ productId, quantity }) =>
            productId === products[0]?.productId && quantity === (products[0].quantity ?? quantity),
        )
      : undefined;
  return (
    <PopoverPanel anchor={anchor} label={t`Watch`} opened onClose={onClose} width="min(24rem, 100vw - 16px)">
      {data !== undefined && <WatchForm {...{ products, lineCount, known, onClose, onSaved }} />}
    </PopoverPanel>
  );
}

interface WatchFormProps extends Pick<WatchPanelProps, 'products' | 'lineCount' | 'onClose' | 'onSaved'> {
  /** The watch that there is already. */
  known: KeptWatch | undefined;
}

function WatchForm({ products, lineCount, known, onClose, onSaved }: WatchFormProps) {
  const { t, i18n } = useLingui();
  const { locale, formatQuantity } = useLocale();
  const { put, remove } = useWatchChanges();
  const [first] = products;
  const quantity = known?.quantity ?? first?.quantity ?? null;
  const isOne = products.length === 1;
  const asksQuantity = isOne || products.some((each) => each.quantity === null);
  const [typed, setTyped] = useState(isOne && quantity !== null ? formatQuantity(quantity) : '');
  const shared = products.every((each) => each.quantity === quantity) ? quantity : null;
  const isOwnDate = hasOwnDates(products);
  const [shipBy, setShipBy] = useState((known === undefined ? first : known)?.shipBy ?? null);
  const [when, setWhen] = useState<readonly WatchCondition[]>(
    known?.when ?? defaultConditions(isOwnDate || shipBy !== null),
  );
  const [days, setDays] = useState(known?.days ?? 1);
  const [endsAfter, setEndsAfter] = useState<Watch['endsAfter']>(90);
  const read = readQuantity(typed, locale);
  const entered = read.ok ? read.value : null;
  const hasDate = isOwnDate || shipBy !== null;
  const possible = conditions.filter((condition) => condition !== 'can-ship' || hasDate);
  const chosen = when.filter((condition) => possible.includes(condition));
  const isReady = products.length > 0 && chosen.length > 0 && (!asksQuantity || entered !== null);
  const failure = put.error ?? remove.error;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isReady) return;
    const watched = isOne ? products.map((each) => ({ ...each, quantity: entered })) : products;
    const added = newWatches(watched, {
      quantity: entered,
      shipBy: isOwnDate ? 'own' : shipBy,
      when: chosen,
      days,
      endsAfter,
    });
    const isMoved = known !== undefined && known.quantity !== entered;
    const onSuccess = () => {
      onSaved?.(added);
      onClose();
    };
    put.mutate(added, { onSuccess: () => (isMoved ? remove.mutate(known, { onSuccess }) : onSuccess()) });
  }

  return (
    <form onSubmit={onSubmit}>
      <Stack gap={12}>
        <Text fw={600}>
          {isOne ? (
            <bdi>{first?.product}</bdi>
          ) : lineCount !== undefined ? (
            <Plural value={products.length} one="# line" other="# lines" />
          ) : (
            <Plural value={products.length} one="# product" other="# products" />
          )}
          {!asksQuantity && shared !== null && (
            <>
              {' · '}
              <Trans>{formatQuantity(shared, first?.unit)} each</Trans>
            </>
          )}
        </Text>
        {lineCount !== undefined && lineCount > products.length && (
          <Text fz={14} c="dimmed">
            <Plural
              value={lineCount - products.length}
              one="# line without a known product or quantity can't be watched."
              other="# lines without a known product or quantity can't be watched."
            />
          </Text>
        )}
        <Group gap={12} grow align="start">
          {asksQuantity && (
            <TextInput
              label={t`Quantity`}
              inputMode="decimal"
              autoComplete="off"
              rightSection={isOne ? first?.unit : null}
              value={typed}
              onChange={({ currentTarget: { value } }) => setTyped(value)}
              error={typed !== '' && entered === null ? t`Enter a quantity above 0` : null}
            />
          )}
          {isOwnDate ? (
            <Text fz={14} c="dimmed">
              <Trans>Each line keeps its own ship-by date.</Trans>
            </Text>
          ) : (
            // The group sizes its children, and so the field's calendar.
            <div>
              <DateField isInPanel label={t`Ship by`} value={shipBy} onChange={setShipBy} />
            </div>
          )}
        </Group>
        <Checkbox.Group label={t`Tell me when`} value={[...when]} onChange={(next) => setWhen(next)}>
          <Stack gap={6} mt={4}>
            {possible.map((condition) => (
              <Group key={condition} justify="space-between" wrap="nowrap">
                <Checkbox value={condition} label={conditionWords(condition, days, i18n)} />
                {condition === 'moves' && when.includes('moves') && (
                  <NumberInput
                    aria-label={t`Days`}
                    size="xs"
                    w={64}
                    my={-10}
                    flex="none"
                    hideControls
                    min={1}
                    max={365}
                    allowDecimal={false}
                    value={days}
                    onChange={(next) => setDays(typeof next === 'number' && next >= 1 ? next : 1)}
                  />
                )}
              </Group>
            ))}
          </Stack>
        </Checkbox.Group>
        <div>
          <Text fz={14} fw={600} mb={2}>
            <Trans>Ends after</Trans>
          </Text>
          <SegmentedControl
            fullWidth
            aria-label={t`Ends after`}
            value={String(endsAfter)}
            onChange={(next) => setEndsAfter(durations.find((each) => String(each) === next) ?? 90)}
            data={durations.map((duration) => ({ value: String(duration), label: t`${duration} days` }))}
          />
        </div>
        <ActionError error={failure} />
        <Group gap={8}>
          <Button type="submit" disabled={!isReady} loading={put.isPending}>
            {known === undefined ? <Trans>Watch</Trans> : <Trans>Save</Trans>}
          </Button>
          {known !== undefined && (
            <LinkButton loading={remove.isPending} onClick={() => remove.mutate(known, { onSuccess: onClose })}>
              <Trans>Delete watch</Trans>
            </LinkButton>
          )}
        </Group>
      </Stack>
    </form>
  );
}
