import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { mail, useMailChanges } from '#data/mail.ts';
import { ActionError, Panel, PanelPending } from '#parts/panel.tsx';
import type { MailAttempt, MailChoice, MailSettings } from '#stock/contract/mail.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';

/** Whether and where the user gets mails. */
export function MailPanel() {
  const { t } = useLingui();
  const query = useQuery(mail.settings());
  const { data } = query;
  return (
    <Panel
      title={t`Mail`}
      description={
        data?.isSetUp && (
          <Trans>One mail after a check that found changes, and one reminder two days before a date.</Trans>
        )
      }
    >
      {data === undefined ? (
        <PanelPending query={query} lines={2} />
      ) : data.isSetUp ? (
        <Settings settings={data} />
      ) : (
        <Text fz={14} c="dimmed">
          <Trans>Mail isn't set up. Ask your administrator to set it up.</Trans>
        </Text>
      )}
    </Panel>
  );
}

function Settings({ settings }: { settings: MailSettings }) {
  const { t } = useLingui();
  const { language, locale } = useLocale();
  const changes = useMailChanges();
  const [isChanging, setChanging] = useState(false);
  const { choose, test, forget, sendCode } = changes;
  const { address, isOn, withNames, isOfCompany, pending } = settings;
  const set = (choice: Partial<MailChoice>) => choose.mutate({ isOn, withNames, language, locale, ...choice });
  const failure = choose.error ?? test.error ?? forget.error ?? sendCode.error;
  return (
    <Stack gap={12}>
      {address !== null && (
        <>
          <Switch
            checked={isOn}
            disabled={choose.isPending}
            label={t`Send mails to ${address}`}
            onChange={({ currentTarget: { checked } }) => set({ isOn: checked })}
          />
          {isOn && (
            <Checkbox
              checked={withNames}
              disabled={choose.isPending}
              label={t`Name customers and references in mails`}
              onChange={({ currentTarget: { checked } }) => set({ withNames: checked })}
            />
          )}
          <Group gap={8}>
            <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
              <Trans>Send test</Trans>
            </Button>
            {!isOfCompany && (
              <>
                <LinkButton onClick={() => setChanging(true)}>
                  <Trans>Change address</Trans>
                </LinkButton>
                <LinkButton loading={forget.isPending} onClick={() => forget.mutate()}>
                  <Trans>Delete address</Trans>
                </LinkButton>
              </>
            )}
          </Group>
          {test.data && <Attempt attempt={test.data} />}
        </>
      )}
      {!isOfCompany && (address === null || isChanging || pending !== null) && (
        <NewAddress pending={pending} {...changes} onConfirmed={() => setChanging(false)} />
      )}
      <ActionError error={failure} />
    </Stack>
  );
}

/** What the mail server said to a mail. */
function Attempt({ attempt: { isAccepted, said } }: { attempt: MailAttempt }) {
  return (
    <Text component="output" fz={14} c={isAccepted ? undefined : 'var(--sh-late)'}>
      {isAccepted ? (
        <Trans>Accepted by the mail server: {said}</Trans>
      ) : (
        <Trans>Rejected by the mail server: {said}</Trans>
      )}
    </Text>
  );
}

type NewAddressProps = Pick<ReturnType<typeof useMailChanges>, 'sendCode' | 'confirm'> & {
  /** Address that a code was sent to. */
  pending: string | null;
  onConfirmed: () => void;
};

/** An address is entered, and then confirmed by the code that was sent to it. */
function NewAddress({ pending, sendCode, confirm, onConfirmed }: NewAddressProps) {
  const { t } = useLingui();
  const { language, locale } = useLocale();
  const [address, setAddress] = useState(pending ?? '');
  const [code, setCode] = useState('');
  const onSend = (event: FormEvent) => {
    event.preventDefault();
    setCode('');
    confirm.reset();
    sendCode.mutate({ address: address.trim(), language, locale });
  };
  const onConfirm = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate(code.trim(), { onSuccess: ({ outcome }) => outcome === 'confirmed' && onConfirmed() });
  };
  const outcome = confirm.data?.outcome;
  return (
    <>
      <Group component="form" onSubmit={onSend} gap={8} align="end">
        <TextInput
          type="email"
          required
          withAsterisk={false}
          label={t`Email address`}
          autoComplete="email"
          maxLength={254}
          w={280}
          value={address}
          onChange={({ currentTarget: { value } }) => setAddress(value)}
        />
        <Button type="submit" variant="default" loading={sendCode.isPending}>
          {pending === null ? <Trans>Send code</Trans> : <Trans>Send new code</Trans>}
        </Button>
      </Group>
      {sendCode.data && !sendCode.data.isAccepted && <Attempt attempt={sendCode.data} />}
      {pending !== null && (
        <Group component="form" onSubmit={onConfirm} gap={8} align="end">
          <TextInput
            required
            withAsterisk={false}
            label={t`Code sent to ${pending}`}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="\d{6}"
            maxLength={6}
            w={280}
            value={code}
            onChange={({ currentTarget: { value } }) => setCode(value)}
            error={
              outcome === 'wrong'
                ? t`This isn't the code of the last mail.`
                : outcome === 'expired'
                  ? t`This code has expired. Send a new one.`
                  : null
            }
          />
          <Button type="submit" variant="default" loading={confirm.isPending}>
            <Trans>Confirm address</Trans>
          </Button>
        </Group>
      )}
    </>
  );
}
