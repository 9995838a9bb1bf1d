import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  CalendarDays,
  CalendarRange,
  Keyboard,
  ListChecks,
  PackageCheck,
  Plug,
  Search,
  SlidersHorizontal,
} from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';

import { session } from '#api/session.ts';
import { IconButton } from '#ui/icon-button.tsx';

import { openDialog, useCommandKey } from './dialogs.tsx';
import classes from './shell.module.css';

const SettingsPanel = lazy(async () => ({ default: (await import('./settings-panel.tsx')).SettingsPanel }));

/** What stands at the head of every page: the mark, the screens, the search and the settings. */
export function Header() {
  const { t } = useLingui();
  const commandKey = useCommandKey();
  return (
    <header className={classes['header']}>
      <div className={classes['inner']}>
        <Brand />
        <Navigation />
        <div className={classes['tools']}>
          <div className={classes['marketRoom']}>
            <MarketLine />
          </div>
          <button type="button" className={classes['search']} onClick={() => openDialog('palette')}>
            <Search aria-hidden size={18} />
            <span>
              <Trans>Search</Trans>
            </span>
            <kbd aria-hidden>{commandKey} K</kbd>
          </button>
          <IconButton
            label={t`Keyboard shortcuts`}
            Icon={Keyboard}
            className={classes['keys']}
            onClick={() => openDialog('keys')}
          />
          <SettingsMenu />
        </div>
      </div>
    </header>
  );
}

/** Theme, language and who is signed in, behind one button; loaded when it is first opened. */
function SettingsMenu() {
  const { t } = useLingui();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <IconButton
        ref={button}
        label={t`Settings`}
        Icon={SlidersHorizontal}
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen !== null && (
        <Suspense>
          <SettingsPanel anchor={button} opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The product's mark and name: a step above a horizon. */
function Brand() {
  return (
    <Link to="/" className={classes['brand']} aria-label="Stock Horizon">
      <svg aria-hidden width="28" height="28" viewBox="0 0 32 32" fill="none" strokeLinecap="round">
        <rect width="32" height="32" rx="8" fill="var(--sh-mark)" />
        <path d="M5 22h6v-5h7v-6h9" stroke="#fff" strokeWidth="3" strokeLinejoin="round" />
        <path d="M5 26.5h22" stroke="#fff" strokeOpacity="0.55" strokeWidth="2" />
      </svg>
      <span>Stock Horizon</span>
    </Link>
  );
}

/** The screens: in the header, or at the foot of a small screen. */
function Navigation() {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Screens`} className={classes['navigation']}>
      {useScreens().map(({ to, name, Icon }) => (
        <Link key={to} to={to} activeOptions={{ exact: to === '/', includeSearch: false }} className={classes['link']}>
          <Icon aria-hidden size={20} strokeWidth={1.75} />
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** The screens one can go to, in the order of the navigation. */
export function useScreens() {
  const { t } = useLingui();
  return [
    { to: '/', name: t`Availability`, Icon: PackageCheck },
    { to: '/order', name: t`Order`, Icon: ListChecks },
    { to: '/products', name: t`Calendar`, Icon: CalendarDays },
    { to: '/calendars', name: t`Calendars`, Icon: CalendarRange },
    { to: '/connection', name: t`Connection`, Icon: Plug },
  ] as const;
}

/** Whose stock the answers are about: company, sales organization, territory. */
export function MarketLine() {
  const { t } = useLingui();
  const { data } = useQuery(session.current());
  if (!data?.market) return null;
  const { company, salesOrganization, territoryId } = data.market;
  return (
    <dl className={classes['market']}>
      <Code name={t`Company`} value={company} />
      <Code name={t`Sales organization`} value={salesOrganization} />
      <Code name={t`Territory`} value={territoryId} />
    </dl>
  );
}

function Code({ name, value }: { name: string; value: string }) {
  return (
    <div title={name} className={classes['code']}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
