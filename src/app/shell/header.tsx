import { Trans, useLingui } from '@lingui/react/macro';
import { Keyboard, Search } from 'lucide-react';

import { Brand } from './brand.tsx';
import { openDialog } from './dialog-state.ts';
import classes from './header.module.css';
import { MarketLine } from './market-line.tsx';
import { Navigation } from './navigation.tsx';
import { SettingsMenu } from './settings-menu.tsx';
import { useCommandKey } from './use-command-key.ts';

export function Header() {
  const { t } = useLingui();
  const commandKey = useCommandKey();
  return (
    <header className={classes['header']}>
      <div className={classes['inner']}>
        <Brand />
        <Navigation />
        <div className={classes['tools']}>
          <div className={classes['market']}>
            <MarketLine />
          </div>
          <button type="button" className={classes['search']} onClick={() => openDialog('palette')}>
            <Search aria-hidden size={18} />
            <span className={classes['searchText']}>
              <Trans>Search</Trans>
            </span>
            <kbd aria-hidden className={classes['searchKey']}>
              {commandKey} K
            </kbd>
          </button>
          <button
            type="button"
            className={`${classes['tool']} ${classes['keys']}`}
            aria-label={t`Keyboard shortcuts`}
            title={t`Keyboard shortcuts`}
            onClick={() => openDialog('keys')}
          >
            <Keyboard aria-hidden size={20} strokeWidth={1.75} />
          </button>
          <SettingsMenu />
        </div>
      </div>
    </header>
  );
}
