import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';

import { longestName, tidyName } from '#features/calendar-lists/saved-list.ts';
import { useSavedLists } from '#features/calendar-lists/use-saved-lists.ts';
import type { ProductId } from '#contract/product-id.ts';

import classes from './chooser.module.css';

/** Keeps the chosen products under a name in this browser. */
export function SaveList({ productIds }: { productIds: readonly ProductId[] }) {
  const { t } = useLingui();
  const { query, save } = useSavedLists();
  const [name, setName] = useState('');
  const kept = query.data?.find(({ id }) => id === save.data?.id)?.name;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (tidyName(name) === '') return;
        save.mutate({ name, productIds });
        setName('');
      }}
    >
      <div className={classes.save}>
        <TextInput
          label={t`Name of the list`}
          placeholder={t`Autumn fabrics`}
          maxLength={longestName}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={tidyName(name) === ''}>
          <Trans>Save list</Trans>
        </Button>
      </div>
      <output className={classes.muted}>
        {save.isError && <Trans>This browser keeps no lists: it may be in a private window.</Trans>}
        {kept !== undefined && (
          <Trans>
            Kept as <bdi>{kept}</bdi>
          </Trans>
        )}
      </output>
    </form>
  );
}
