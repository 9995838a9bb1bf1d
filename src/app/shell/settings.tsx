import { Trans } from '@lingui/react/macro';

import { LanguageChoice, ThemeChoice } from '#ui/choice.tsx';

import { openDialog } from './dialog-state.ts';
import { Person } from './person.tsx';
import classes from './settings.module.css';

export function Settings({ onDone }: { onDone: () => void }) {
  return (
    <div className={classes['settings']}>
      <ThemeChoice />
      <LanguageChoice />
      <button
        type="button"
        className={classes['row']}
        onClick={() => {
          onDone();
          openDialog('keys');
        }}
      >
        <Trans>Keyboard shortcuts</Trans>
        <kbd>?</kbd>
      </button>
      <Person onDone={onDone} />
    </div>
  );
}
