import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';

import { longestName, tidyName, type SavedList } from '#features/calendar-lists/saved-list.ts';
import { useSavedLists } from '#features/calendar-lists/use-saved-lists.ts';

import classes from './chooser.module.css';

/** Gives a saved list another name. */
export function RenameList({ list, onDone }: { list: SavedList; onDone: () => void }) {
  const { t } = useLingui();
  const { rename } = useSavedLists();
  const [name, setName] = useState(list.name);
  return (
    <form
      noValidate
      className={classes.rename}
      onSubmit={(event) => {
        event.preventDefault();
        if (tidyName(name) === '') return;
        rename.mutate({ list, name });
        onDone();
      }}
    >
      <TextInput
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
        autoFocus
        aria-label={t`New name of ${list.name}`}
        maxLength={longestName}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onDone();
        }}
      />
      <Button type="submit" variant="default" disabled={tidyName(name) === ''}>
        <Trans>Rename</Trans>
      </Button>
    </form>
  );
}
