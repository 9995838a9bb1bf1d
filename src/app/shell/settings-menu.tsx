import { useLingui } from '@lingui/react/macro';
import { SlidersHorizontal } from 'lucide-react';

import { useDropdown } from '#ui/use-dropdown.ts';

import header from './header.module.css';
import { Settings } from './settings.tsx';
import classes from './settings-menu.module.css';

/** Theme, language and who is signed in, behind one button. */
export function SettingsMenu() {
  const { t } = useLingui();
  const { opened, toggle, leave, button, around } = useDropdown();
  return (
    <div {...around} className={classes['root']}>
      <button
        ref={button}
        type="button"
        className={header['tool']}
        aria-label={t`Settings`}
        title={t`Settings`}
        aria-expanded={opened}
        onClick={toggle}
      >
        <SlidersHorizontal aria-hidden size={20} strokeWidth={1.75} />
      </button>
      {opened && (
        <div className={classes['panel']}>
          <Settings onDone={leave} />
        </div>
      )}
    </div>
  );
}
