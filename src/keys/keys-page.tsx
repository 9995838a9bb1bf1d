import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Bot, KeyRound } from 'lucide-react';
import { useMemo, useState } from 'react';

import { keys, useKeyChanges } from '#data/keys.ts';
import { AddressToCopy } from '#parts/export/address-to-copy.tsx';
import { ActionError, Panel, PanelEmpty, PanelError, PanelWaiting } from '#parts/panel.tsx';
import type { KeyEntry } from '#stock/contract/keys.ts';
import { fromMilliseconds } from '#stock/calendar-date.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Day, Moment } from '#ui/day.tsx';
import { PageHeading } from '#ui/page-heading.tsx';

import classes from './keys.module.css';

const none: KeyEntry[] = [];

/** The user's keys: what each opens, when it was used, and the way to revoke it. */
export function KeysPage() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(keys.all());
  const { revoke } = useKeyChanges();
  const [isMaking, setIsMaking] = useState(false);
  const entries = data?.keys ?? none;
  const columns = useMemo(() => columnsOf(revoke.mutate), [revoke.mutate]);
  const table = useDataTable({ columns, data: entries, getRowId: ({ id }) => id });
  const create = (
    <Button variant="default" leftSection={<Bot size={18} aria-hidden />} onClick={() => setIsMaking(true)}>
      <Trans>New assistant key</Trans>
    </Button>
  );
  return (
    <Stack gap={12}>
      <PageHeading isHidden title={t`Keys and links`} />
      <Panel
        title={t`Keys and links`}
        aside={create}
        description={<Trans>Whoever has a key can read what it opens, without signing in.</Trans>}
      >
        {error && <PanelError error={error} onRetry={() => void refetch()} />}
        <ActionError error={revoke.error} />
        {!data && !error && <PanelWaiting lines={4} />}
        {data && entries.length === 0 && (
          <PanelEmpty icon={KeyRound} title={t`No keys yet`}>
            <p>
              <Trans>Make a live address by Export on an order, Products or Promises.</Trans>
            </p>
          </PanelEmpty>
        )}
        {entries.length > 0 && <DataTable table={table} label={t`Keys and links`} className={classes.keys ?? ''} />}
      </Panel>
      {isMaking && <AssistantKeyDialog onClose={() => setIsMaking(false)} />}
    </Stack>
  );
}

/** Makes a key for an assistant, and shows it once. */
function AssistantKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { createAssistant } = useKeyChanges();
  const [name, setName] = useState('');
  const made = createAssistant.data;
  return (
    <Dialog title={t`New assistant key`} closeLabel={t`Close`} width={480} isCentered onClose={onClose}>
      {made ? (
        <Stack gap={12}>
          <Text fz={14}>
            <Trans>This is shown only now. It expires in 90 days, or when it is revoked.</Trans>
          </Text>
          <AddressToCopy label={t`Address`} value={`${window.location.origin}/mcp`} copied={t`Address copied`} />
          <AddressToCopy label={t`Key`} value={made.key} copied={t`Key copied`} />
          <Button onClick={onClose} style={{ alignSelf: 'flex-end' }}>
            <Trans>Done</Trans>
          </Button>
        </Stack>
      ) : (
        <Stack
          component="form"
          gap={12}
          onSubmit={(event) => {
            event.preventDefault();
            createAssistant.mutate(name.trim());
          }}
        >
          <Text fz={14}>
            <Trans>An assistant can look up stock with this key, and change nothing.</Trans>
          </Text>
          <TextInput
            label={t`Name`}
            value={name}
            maxLength={100}
            data-autofocus
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <ActionError error={createAssistant.error} />
          <Button type="submit" loading={createAssistant.isPending} style={{ alignSelf: 'flex-end' }}>
            <Trans>Create key</Trans>
          </Button>
        </Stack>
      )}
    </Dialog>
  );
}

interface CellProps {
  row: { original: KeyEntry };
}

/** Name of a key that may have none. */
function useNameOf() {
  const { t } = useLingui();
  return ({ name }: KeyEntry) => (name === null ? t`Can't be opened` : name || t`Untitled`);
}

function NameCell({ row: { original } }: CellProps) {
  const nameOf = useNameOf();
  return (
    <Text component="bdi" inherit c={original.name === null ? 'dimmed' : undefined}>
      {nameOf(original)}
    </Text>
  );
}

function KindCell({ row: { original } }: CellProps) {
  const { t } = useLingui();
  const names = {
    live: t`Live address`,
    customer: t`Customer link`,
    mcp: t`Assistant key`,
    share: t`Link for colleagues`,
  };
  return (
    <>
      {names[original.kind]}
      {original.needsSession && original.kind !== 'customer' && (
        <Text span display="block" fz={13} c="dimmed">
          <Trans>Works while you're signed in</Trans>
        </Text>
      )}
    </>
  );
}

function UsedCell({ row: { original } }: CellProps) {
  if (original.usedAt !== null) return <Moment at={original.usedAt} />;
  // Programs that preview links would count as their readers.
  if (original.kind === 'customer' || original.kind === 'share') return <Trans>Not recorded</Trans>;
  return <Trans>Never</Trans>;
}

function RevokeCell({ row: { original }, revoke }: CellProps & { revoke: (id: string) => void }) {
  const { t } = useLingui();
  const name = useNameOf()(original);
  return (
    <Button variant="subtle" color="red" aria-label={t`Revoke ${name}`} onClick={() => revoke(original.id)} px={10}>
      <Trans>Revoke</Trans>
    </Button>
  );
}

const column = dataColumns<KeyEntry>();

const columnsOf = (revoke: (id: string) => void) =>
  column.columns([
    column.accessor('name', { header: () => <Trans>Name</Trans>, cell: NameCell }),
    column.accessor('kind', { header: () => <Trans>Kind</Trans>, cell: KindCell }),
    column.accessor('createdAt', {
      id: 'created',
      header: () => <Trans>Created</Trans>,
      cell: ({ getValue }) => <Moment at={getValue()} />,
    }),
    column.accessor(({ usedAt }) => usedAt ?? undefined, {
      id: 'used',
      header: () => <Trans>Last used</Trans>,
      cell: UsedCell,
    }),
    column.accessor('expiresAt', {
      id: 'expires',
      header: () => <Trans>Expires</Trans>,
      cell: ({ getValue }) => <Day date={fromMilliseconds(getValue())} />,
    }),
    column.display({
      id: 'revoke',
      header: () => (
        <VisuallyHidden>
          <Trans>Revoke</Trans>
        </VisuallyHidden>
      ),
      cell: ({ row }) => <RevokeCell row={row} revoke={revoke} />,
    }),
  ]);
