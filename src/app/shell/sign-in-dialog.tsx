import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';

import { describeError } from '#api/describe-error.ts';
import { HttpError } from '#api/errors.ts';

import { Dialog } from './dialog.tsx';
import classes from './sign-in-dialog.module.css';
import { endSignIn } from './sign-in-request.ts';
import { useSignIn } from './use-sign-in.ts';

/** Asks for the credentials, over the page that needs them. */
export function SignInDialog() {
  const { t } = useLingui();
  const [token, setToken] = useState('');
  const [subscriptionKey, setSubscriptionKey] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const signIn = useSignIn();

  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (token.trim() && subscriptionKey.trim()) {
      signIn.mutate({ token: token.trim(), subscriptionKey: subscriptionKey.trim() });
    }
  }

  return (
    <Dialog title={t`Sign in to the stock service`} closeLabel={t`Not now`} onClose={endSignIn}>
      <form className={classes['form']} onSubmit={submit} noValidate>
        <p className={classes['lead']}>
          <Trans>
            The server keeps both encrypted and adds them to your questions; this browser never holds them. For the
            embedded service, <code>npm run credentials</code> prints them.
          </Trans>
        </p>
        <TextInput
          data-autofocus
          type="password"
          autoComplete="off"
          spellCheck={false}
          label={t`Access token`}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          error={submitted && !token.trim() && t`Access token is missing: paste the bearer token (a JWT).`}
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
        <Button type="submit" loading={signIn.isPending}>
          <Trans>Sign in</Trans>
        </Button>
      </form>
    </Dialog>
  );
}

function Refused({ error }: { error: Error }) {
  const { t, i18n } = useLingui();
  const { title, detail, requestId } = describeError(error, i18n);
  const isRefused = error instanceof HttpError && error.status === 401;
  return (
    <p role="alert" className={classes['refused']}>
      {isRefused
        ? t`The access token or the subscription key was not accepted. ${error.sentence ?? ''}`
        : `${title}. ${detail}`}
      {requestId && (
        <>
          {' '}
          <code>{requestId}</code>
        </>
      )}
    </p>
  );
}
