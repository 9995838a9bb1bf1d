import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import classes from './navigation.module.css';
import { useScreens } from './use-screens.ts';

/** The screens: in the header, or at the foot of a small screen. */
export function Navigation() {
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
