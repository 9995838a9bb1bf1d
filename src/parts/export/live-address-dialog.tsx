import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { describeError } from '#data/describe-error.ts';
import { useKeyChanges } from '#data/keys.ts';
import { shareDays } from '#stock/contract/limits.ts';
import type { CreatedKey } from '#stock/contract/keys.ts';
import { Dialog } from '#ui/dialog.tsx';
import { useLocale } from '#ui/locale.tsx';

import { AddressToCopy } from './address-to-copy.tsx';
import type { LiveSource } from './exportable.ts';

interface LiveAddressDialogProps {
  source: LiveSource;
  onClose: () => void;
}

/** Makes a live address, and shows it once. */
export function LiveAddressDialog({ source, onClose }: LiveAddressDialogProps) {
  const { t, i18n } = useLingui();
  const { language } = useLocale();
  const { createLive } = useKeyChanges();
  const [name, setName] = useState(source.name);
  const [days, setDays] = useState<(typeof shareDays)[number]>(90);
  const [isUnsaved, setIsUnsaved] = useState(false);

  async function create() {
    if ((await source.prepare?.()) === false) {
      setIsUnsaved(true);
      return;
    }
    setIsUnsaved(false);
    createLive.mutate({ name: name.trim().slice(0, 100), days, view: source.view, language });
  }

  return (
    <Dialog title={t`Live address`} closeLabel={t`Close export`} width={560} isCentered onClose={onClose}>
      {createLive.data ? (
        <Addresses made={createLive.data} onClose={onClose} />
      ) : (
        <Stack
          component="form"
          gap={12}
          onSubmit={(event) => {
            event.preventDefault();
            void create();
          }}
        >
          <Text fz={14}>
            <Trans>Spreadsheets, reports and calendars load the current rows from this address.</Trans>{' '}
            {source.view.of === 'promises' && <Trans>It has all promises, also past and closed ones.</Trans>}
          </Text>
          <TextInput
            label={t`Name`}
            value={name}
            maxLength={100}
            data-autofocus
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <NativeSelect
            label={t`Expires after`}
            value={days}
            data={shareDays.map((value) => ({ value: String(value), label: t`${value} days` }))}
            onChange={({ currentTarget: { value } }) => setDays(shareDays.find((each) => String(each) === value) ?? 90)}
          />
          {(isUnsaved || createLive.error) && (
            <Text role="alert" fz={14} c="var(--sh-late)">
              {createLive.error ? (
                describeError(createLive.error, i18n).detail
              ) : (
                <Trans>The order isn't saved on the server yet.</Trans>
              )}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={createLive.isPending}>
              <Trans>Create address</Trans>
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

function address(name: string, extension: string): string {
  return `${window.location.origin}/live/${name}.${extension}`;
}

function Addresses({ made, onClose }: { made: CreatedKey; onClose: () => void }) {
  const { t } = useLingui();
  const copied = t`Address copied`;
  return (
    <Stack gap={12}>
      <Text fz={14}>
        <Trans>
          This is shown only now. Whoever has the address can read these rows until it expires or is revoked.
        </Trans>
        {made.needsSession && (
          <>
            {' '}
            <Trans>It works while you're signed in on any device.</Trans>
          </>
        )}
      </Text>
      <AddressToCopy label={t`Excel or Google Sheets (CSV)`} value={address(made.key, 'csv')} copied={copied} />
      <AddressToCopy label={t`Power BI (JSON)`} value={address(made.key, 'json')} copied={copied} />
      <AddressToCopy label={t`Calendar subscription (ICS)`} value={address(made.key, 'ics')} copied={copied} />
      <details>
        <summary>
          <Trans>Address with a password</Trans>
        </summary>
        <Stack gap={12} mt={8}>
          <AddressToCopy
            label={t`Address`}
            description={t`Excel keeps the password outside the workbook. Any user name works.`}
            value={address(made.id.slice(0, 12), 'csv')}
            copied={copied}
          />
          <AddressToCopy label={t`Password`} value={made.key} copied={t`Password copied`} />
        </Stack>
      </details>
      <Group justify="space-between">
        <Link to="/keys" onClick={onClose}>
          <Trans>Keys and links</Trans>
        </Link>
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </Group>
    </Stack>
  );
}
