import { useLingui } from '@lingui/react/macro';
import { useClickOutside, useDisclosure, useHotkeys } from '@mantine/hooks';
import { SlidersHorizontal } from 'lucide-react';
import { useRef } from 'react';

import header from './header.module.css';
import { Settings } from './settings.tsx';
import classes from './settings-menu.module.css';

/** Theme, language and who is signed in, behind one button. */
export function SettingsMenu() {
  const { t } = useLingui();
  const [opened, { toggle, close }] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  const root = useClickOutside<HTMLDivElement>(close);

  function closeByKey() {
    if (!opened) return;
    close();
    button.current?.focus();
  }

  useHotkeys([['Escape', closeByKey]], []);

  return (
    <div ref={root} className={classes['root']}>
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
          <Settings onDone={close} />
        </div>
      )}
    </div>
  );
}
