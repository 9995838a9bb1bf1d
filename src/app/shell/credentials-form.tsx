import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';

import { describeError } from '#api/describe-error.ts';
import { HttpError } from '#api/errors.ts';
import { ErrorLabel } from '#features/panel.tsx';

import classes from './sign-in.module.css';
import { useSignIn } from './use-sign-in.ts';

interface CredentialsFormProps {
  /** Whether the service is the one that this program brings along. */
  isEmbedded: boolean;
  /** Whether another way in stands before this one. */
  isSecondWay: boolean;
}

const nothingMissing = { token: false, subscriptionKey: false };

/**
 * Asks for the credentials of the service. The fields keep what is typed to themselves: React would write it into
 * the page's source.
 */
export function CredentialsForm({ isEmbedded, isSecondWay }: CredentialsFormProps) {
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
    <form className={classes['ways']} onSubmit={submit} onChange={() => setMissing(nothingMissing)} noValidate>
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
        name="token"
        type="password"
        autoComplete="off"
        spellCheck={false}
        label={t`Access token`}
        error={missing.token && t`Access token is missing: paste the bearer token (a JWT).`}
      />
      <TextInput
        name="subscriptionKey"
        type="password"
        autoComplete="off"
        spellCheck={false}
        label={t`Subscription key`}
        error={missing.subscriptionKey && t`Subscription key is missing.`}
      />
      {signIn.error && <Refused error={signIn.error} />}
      <Button type="submit" variant={isSecondWay ? 'default' : 'filled'} loading={signIn.isPending}>
        <Trans>Sign in</Trans>
      </Button>
    </form>
  );
}

function textOf(fields: FormData, name: string): string {
  const text = fields.get(name);
  return typeof text === 'string' ? text : '';
}

/** People copy the token from a header as often as from anywhere else. */
function withoutScheme(text: string): string {
  return text.trim().replace(/^(?:Authorization:\s*)?Bearer\s+/i, '');
}

function Refused({ error }: { error: Error }) {
  const { t, i18n } = useLingui();
  const { title, detail, canRetry: _canRetry, ...label } = describeError(error, i18n);
  const sentence = error instanceof HttpError ? error.sentence : null;
  const isRefused = label.status === 401 || label.status === 403;
  const text = label.status === 429 ? (sentence ?? detail) : `${title}. ${detail}`;
  return (
    <div role="alert" className={classes['refused']}>
      <p>{isRefused ? t`The access token or the subscription key was not accepted. ${sentence ?? ''}` : text}</p>
      <ErrorLabel {...label} />
    </div>
  );
}
