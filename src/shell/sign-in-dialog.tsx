import '@mantine/core/styles/Alert.css';
import '@mantine/core/styles/Divider.css';
import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';

import { describeError } from '#data/describe-error.ts';
import { codeOf, HttpError } from '#data/errors.ts';
import { session } from '#data/session.ts';
import type { CompanyRefusalReason, Session } from '#stock/contract/gateway-responses.ts';
import { ErrorLabel } from '#parts/panel.tsx';
import { Dialog } from '#ui/dialog.tsx';

import { closeSignIn, useSignedInElsewhere, useSignIn } from './sign-in-state.ts';

export function SignInDialog() {
  const { t } = useLingui();
  const { data } = useQuery(session.current());
  useSignedInElsewhere();
  // Users who signed in with their company account only need to enter their own credentials.
  const offersCompany = data != null && data.company !== null && !(data.by === 'company' && !data.signedIn);
  return (
    <Dialog width={480} title={t`Sign in to Stock Horizon`} closeLabel={t`Cancel`} onClose={closeSignIn}>
      <Stack>
        {data && <SignInReason session={data} />}
        {offersCompany && (
          <>
            <CompanySignIn refusal={data.company?.refusal ?? null} />
            <Divider label={<Trans>or use your own access token</Trans>} />
          </>
        )}
        <CredentialsForm isEmbedded={data?.service.kind === 'embedded'} isAlternative={offersCompany} />
      </Stack>
    </Dialog>
  );
}

/**
 * Explains why credentials are needed if that isn't obvious: shared ones expired, or company sign-in alone isn't
 * enough.
 */
function SignInReason({ session: { by, signedIn, credentials, person, service } }: { session: Session }) {
  if (credentials === 'shared' && service.kind === 'upstream') {
    return (
      <Alert color="red">
        <Trans>
          The shared credentials are no longer accepted. Ask your administrator to renew them, or sign in with your own.
        </Trans>
      </Alert>
    );
  }
  if (by === 'company' && !signedIn) {
    return (
      <Text c="dimmed" size="sm">
        {person === null ? (
          <Trans>Signed in. The stock service needs your access token and key once.</Trans>
        ) : (
          <Trans>Signed in as {person}. The stock service needs your access token and key once.</Trans>
        )}
      </Text>
    );
  }
  return null;
}

type Refusal = NonNullable<Session['company']>['refusal'];

/** Company sign-in, which returns to the current page, and the reason if it just failed. */
function CompanySignIn({ refusal }: { refusal: Refusal }) {
  const { i18n } = useLingui();
  const here = useRouterState({ select: ({ location }) => location.pathname + location.searchStr });
  return (
    <>
      {refusal && (
        <Alert color="red">
          {companyFailureWords(refusal.reason, i18n)}
          <ErrorLabel status={null} requestId={refusal.requestId} upstreamRequestId={null} />
        </Alert>
      )}
      <Button
        component="a"
        h="auto"
        mih={44}
        py={8}
        styles={{ label: { whiteSpace: 'normal' } }}
        href={`/gateway/oidc/start?returnTo=${encodeURIComponent(here)}`}
        leftSection={<Building2 aria-hidden size={18} />}
        data-autofocus
      >
        <Trans>Sign in with company account</Trans>
      </Button>
    </>
  );
}

interface CredentialsFormProps {
  /** Whether this is the built-in service. */
  isEmbedded: boolean;
  /** Whether another sign-in method precedes this one. */
  isAlternative: boolean;
}

const nothingMissing = { token: false, subscriptionKey: false };

/**
 * Form for the service's credentials. Its inputs are uncontrolled, because React would write their values into the DOM.
 */
function CredentialsForm({ isEmbedded, isAlternative }: CredentialsFormProps) {
  const { t } = useLingui();
  const [missing, setMissing] = useState(nothingMissing);
  const signIn = useSignIn();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const token = withoutScheme(textOf(fields, 'token'));
    const subscriptionKey = textOf(fields, 'subscriptionKey').trim();
    setMissing({ token: token === '', subscriptionKey: subscriptionKey === '' });
    if (token && subscriptionKey) signIn.mutate({ token, subscriptionKey });
  }

  return (
    <form onSubmit={submit} onChange={() => setMissing(nothingMissing)} noValidate>
      <Stack>
        <Text c="dimmed" size="sm">
          {isEmbedded ? (
            <Trans>
              To get both, run <code>npm run credentials</code>. They are stored encrypted on the server, never in this
              browser.
            </Trans>
          ) : (
            <Trans>
              Your administrator provides both. They are stored encrypted on the server, never in this browser.
            </Trans>
          )}
        </Text>
        <TextInput
          {...(!isAlternative && { 'data-autofocus': true })}
          name="token"
          type="password"
          autoComplete="off"
          spellCheck={false}
          label={t`Access token`}
          error={missing.token && t`Enter the access token (JWT).`}
        />
        <TextInput
          name="subscriptionKey"
          type="password"
          autoComplete="off"
          spellCheck={false}
          label={t`Subscription key`}
          error={missing.subscriptionKey && t`Enter the subscription key.`}
        />
        {signIn.error && <SignInError error={signIn.error} />}
        <Button type="submit" variant={isAlternative ? 'default' : 'filled'} loading={signIn.isPending}>
          <Trans>Sign in</Trans>
        </Button>
      </Stack>
    </form>
  );
}

function textOf(fields: FormData, name: string): string {
  const text = fields.get(name);
  return typeof text === 'string' ? text : '';
}

/** Removes `Authorization: Bearer`, since users often copy the token from a header. */
function withoutScheme(text: string): string {
  return text.trim().replace(/^(?:Authorization:\s*)?Bearer\s+/i, '');
}

function SignInError({ error }: { error: Error }) {
  const { t, i18n } = useLingui();
  const { title, detail, canRetry: _canRetry, ...label } = describeError(error, i18n);
  const reason = error instanceof HttpError ? reasonOf(error, i18n) : null;
  const isRefused = label.status === 401 || label.status === 403;
  return (
    <Alert color="red">
      {isRefused
        ? t`Access token or subscription key not accepted. ${reason ?? ''}`
        : (reason ?? `${title}. ${detail}`)}
      <ErrorLabel {...label} />
    </Alert>
  );
}

/** Reason for a failed sign-in: invalid credentials or too many attempts. Null if the error itself is more specific. */
function reasonOf(error: HttpError, i18n: I18n): string | null {
  const { status, retryAfter } = error;
  const code = codeOf(error);
  if (code === 'expired-token') return t(i18n)`The access token has expired.`;
  if (code === 'invalid-token') return t(i18n)`The access token isn't valid. Copy it again, in full.`;
  if (code === 'invalid-key') return t(i18n)`The subscription key isn't valid. Copy it again, in full.`;
  if (status === 401 || code === 'rejected-credentials')
    return t(i18n)`The stock service rejected this access token and subscription key (status ${status}).`;
  if (status === 429 && retryAfter !== null)
    return t(i18n)`Too many failed sign-ins from this address. Try again in ${retryAfter} seconds.`;
  return status === 403 || status === 429 ? error.sentence : null;
}

/** Explains why company sign-in failed, and what to do. */
function companyFailureWords(reason: CompanyRefusalReason, i18n: I18n): string {
  const words: Record<CompanyRefusalReason, string> = {
    cancelled: t(i18n)`Company sign-in was canceled.`,
    'not-allowed': t(i18n)`Your account doesn't have access. Contact your administrator.`,
    expired: t(i18n)`Company sign-in timed out or was started in another window. Start again.`,
    unavailable: t(i18n)`Company sign-in is currently unavailable. Try again in a few minutes.`,
    'not-trusted': t(
      i18n,
    )`The company sign-in response couldn't be verified. Try again, or contact your administrator.`,
  };
  return words[reason];
}
