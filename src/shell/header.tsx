import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { CircleUser, Keyboard, Search } from 'lucide-react';

import { session } from '#data/session.ts';
import { IconButton } from '#ui/icon-button.tsx';

import { openDialog, toggleDialog, useCommandKey } from './dialogs.tsx';
import { usePages } from './pages.ts';
import classes from './shell.module.css';
import { openSignIn, useIsSignInOpen } from './sign-in-state.ts';

export function Header() {
  const { t } = useLingui();
  const commandKey = useCommandKey();
  return (
    <header className={classes['header']}>
      <div className={classes['inner']}>
        <Brand />
        <Navigation />
        <Group gap={4} wrap="nowrap" justify="flex-end" flex={1} miw={0}>
          <DemoMark />
          <MarketLine />
          <Button
            variant="default"
            visibleFrom="lg"
            flex="none"
            px={12}
            me={4}
            fw={400}
            leftSection={<Search aria-hidden size={18} />}
            rightSection={<kbd aria-hidden>{commandKey} K</kbd>}
            onClick={() => openDialog('palette')}
          >
            <Trans>Search</Trans>
          </Button>
          <IconButton hiddenFrom="lg" label={t`Search`} Icon={Search} onClick={() => openDialog('palette')} />
          <IconButton
            label={t`Keyboard shortcuts`}
            Icon={Keyboard}
            className={classes['keys']}
            onClick={() => openDialog('keys')}
          />
          <UserButton />
          <SignInButton />
        </Group>
      </div>
    </header>
  );
}

/** Logo (a step above a horizon) and product name. */
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

/** Main navigation: in the header, or at the bottom of a small screen. */
function Navigation() {
  const { t } = useLingui();
  const pages = usePages().filter(({ isAside }) => !isAside);
  const isOrder = useRouterState({ select: ({ location }) => location.pathname === '/order' });
  return (
    <nav aria-label={t`Main navigation`} className={classes['navigation']}>
      {pages.map(({ to, name, Icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          // An order is one of the list.
          aria-current={to === '/orders' && isOrder ? 'page' : undefined}
          className={classes['link']}
        >
          <Icon aria-hidden size={20} strokeWidth={1.75} />
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** Marks demo data, with the way to import real data. */
function DemoMark() {
  const { t } = useLingui();
  const { data } = useQuery(session.current());
  if (!data?.service.demo) return null;
  return (
    <Button
      size="compact-sm"
      flex="none"
      px={8}
      c="var(--sh-accent)"
      bg="var(--sh-accent-bg)"
      title={t`Import instructions`}
      onClick={() => openDialog('import')}
    >
      <Trans>Demo data</Trans>
    </Button>
  );
}

/** Opens the preferences, at the name of the user. */
function UserButton() {
  const { t } = useLingui();
  const name = useUserName();
  return (
    <Button
      variant="subtle"
      color="gray"
      px={10}
      flex="none"
      data-preferences
      aria-haspopup="dialog"
      aria-label={name === null ? t`Preferences` : t`Preferences of ${name}`}
      title={t`Preferences`}
      className={classes['user']}
      onClick={() => toggleDialog('preferences')}
    >
      <CircleUser aria-hidden size={20} strokeWidth={1.75} />
      {name !== null && <bdi>{name}</bdi>}
    </Button>
  );
}

/** The name of the user, or how they signed in; null if nobody did. */
export function useUserName(): string | null {
  const { t } = useLingui();
  const { data } = useQuery(session.current());
  if (data?.by == null) return null;
  return { local: t`Local user`, credentials: t`Access token`, company: data.person ?? t`Company account` }[data.by];
}

/** Reopens the sign-in dialog after the user closed it. */
function SignInButton() {
  const { data } = useQuery(session.current());
  const isOpen = useIsSignInOpen();
  if (!data || data.signedIn || isOpen) return null;
  return (
    <Button size="compact-md" mih={36} onClick={openSignIn}>
      <Trans>Sign in</Trans>
    </Button>
  );
}

/** Market of the data: company, sales organization, territory. */
function MarketLine() {
  const { t } = useLingui();
  const { data } = useQuery(session.current());
  if (!data?.market) return null;
  const { company, salesOrganization, territoryId } = data.market;
  return (
    <Text component="dl" visibleFrom="md" truncate me={8} c="dimmed" fz={13} className={classes['market']}>
      <Code name={t`Company`} value={company} />
      <Code name={t`Sales organization`} value={salesOrganization} />
      <Code name={t`Territory`} value={territoryId} />
    </Text>
  );
}

function Code({ name, value }: { name: string; value: string }) {
  return (
    <div title={name}>
      <VisuallyHidden component="dt">{name}</VisuallyHidden>
      <dd>{value}</dd>
    </div>
  );
}
