import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';

import { describeError } from '#api/describe-error.ts';
import { HttpError } from '#api/errors.ts';

import classes from './sign-in.module.css';
import { useSignIn } from './use-sign-in.ts';

interface CredentialsFormProps {
  /** Whether the service is the one that this program brings along. */
  isEmbedded: boolean;
  /** Whether another way in stands before this one. */
  isSecondWay: boolean;
}

/** Asks for the credentials of the service. They are on their way once, and in no place that a script can read. */
export function CredentialsForm({ isEmbedded, isSecondWay }: CredentialsFormProps) {
  const { t } = useLingui();
  const [token, setToken] = useState('');
  const [subscriptionKey, setSubscriptionKey] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const signIn = useSignIn();

  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    const credentials = { token: withoutScheme(token), subscriptionKey: subscriptionKey.trim() };
    if (credentials.token && credentials.subscriptionKey) signIn.mutate(credentials);
  }

  return (
    <form className={classes['ways']} onSubmit={submit} noValidate>
      <p className={classes['lead']}>
        {isEmbedded ? (
          <Trans>
            <code>npm run credentials</code> prints both. The server keeps them encrypted and adds them to your
            questions; this browser never holds them.
          </Trans>
        ) : (
          <Trans>
            Both come from whoever runs the stock service. The server tries them once, keeps them encrypted and adds
            them to your questions; this browser never holds them.
          </Trans>
        )}
      </p>
      <TextInput
        {...(!isSecondWay && { 'data-autofocus': true })}
        type="password"
        autoComplete="off"
        spellCheck={false}
        label={t`Access token`}
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
        error={submitted && !withoutScheme(token) && t`Access token is missing: paste the bearer token (a JWT).`}
      />
      <TextInput
        type="password"
        autoComplete="off"
        spellCheck={false}
        label={t`Subscription key`}
        value={subscriptionKey}
        onChange={(event) => setSubscriptionKey(event.currentTarget.value)}
        error={submitted && !subscriptionKey.trim() && t`Subscription key is missing.`}
      />
      {signIn.error && <Refused error={signIn.error} />}
      <Button type="submit" variant={isSecondWay ? 'default' : 'filled'} loading={signIn.isPending}>
        <Trans>Sign in</Trans>
      </Button>
    </form>
  );
}

/** People copy the token from a header as often as from anywhere else. */
function withoutScheme(text: string): string {
  return text.trim().replace(/^(?:Authorization:\s*)?Bearer\s+/i, '');
}

function Refused({ error }: { error: Error }) {
  const { t, i18n } = useLingui();
  const { title, detail, requestId } = describeError(error, i18n);
  const isRefused = error instanceof HttpError && (error.status === 401 || error.status === 403);
  const isTooOften = error instanceof HttpError && error.status === 429;
  return (
    <p role="alert" className={classes['refused']}>
      {isRefused && t`The access token or the subscription key was not accepted. ${error.sentence ?? ''}`}
      {isTooOften && (error.sentence ?? detail)}
      {!isRefused && !isTooOften && `${title}. ${detail}`}
      {requestId && (
        <>
          {' '}
          <code>{requestId}</code>
        </>
      )}
    </p>
  );
}
