import { Plural, useLingui } from '@lingui/react/macro';
import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

import { notifications } from '#data/notifications.ts';
import { useIsSignedIn } from '#data/session.ts';
import { useLocale } from '#ui/locale.tsx';

import classes from './notification-marks.module.css';

/**
 * The bell with the number of unread notifications, and red counts in the navigation: promises, and orders with promises,
 * that got worse since the customer was told. Loaded after the first view.
 */
export function NotificationMarks() {
  const { t } = useLingui();
  const isSignedIn = useIsSignedIn();
  const { data } = useQuery({ ...notifications.count(), enabled: isSignedIn });
  if (!isSignedIn) return null;
  const { unread, worse } = data ?? { unread: 0, worse: { promises: 0, orders: 0 } };
  return (
    <>
      <In parent={document.querySelector('[data-preferences]')?.parentElement}>
        <Link to="/notifications" title={t`Notifications`} className={classes.bell}>
          <Bell aria-hidden size={20} strokeWidth={1.75} />
          <VisuallyHidden>{t`Notifications`}</VisuallyHidden>
          <Count value={unread}>
            <Plural value={unread} one="# unread" other="# unread" />
          </Count>
        </Link>
      </In>
      {(['promises', 'orders'] as const).map((of) => (
        <In key={of} parent={document.querySelector(`nav a[href="/${of}"]`)}>
          <Count value={worse[of]}>
            <Plural value={worse[of]} one="# at risk" other="# at risk" />
          </Count>
        </In>
      ))}
    </>
  );
}

function Count({ value, children }: { value: number; children: ReactNode }) {
  const { formatCount } = useLocale();
  if (value === 0) return null;
  return (
    <span className={classes.count}>
      <span aria-hidden>{formatCount(value)}</span>
      <VisuallyHidden>{children}</VisuallyHidden>
    </span>
  );
}

/** Renders at the end of an element of the header, which is part of the first view. */
function In({ parent, children }: { parent: Element | null | undefined; children: ReactNode }) {
  return parent && createPortal(children, parent);
}
