import { Trans, useLingui } from '@lingui/react/macro';
import { useSessionStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';

import { session } from '#api/session.ts';
import { IconButton } from '#ui/icon-button.tsx';

import classes from './demo-banner.module.css';

/** Says that the figures are invented, and how to bring in one's own. Once closed, it stays away for the session. */
export function DemoBanner() {
  const { t } = useLingui();
  const { data } = useQuery(session.current());
  const [closed, setClosed] = useSessionStorage({
    key: 'stock-horizon.demo-banner-closed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  if (!data?.service.demo || closed) return null;
  return (
    <aside aria-label={t`Demo data`} className={classes['banner']}>
      <div className={classes['inner']}>
        <p className={classes['text']}>
          <Trans>
            <strong>Demo data.</strong> These products and figures are invented. Bring in your own with{' '}
            <code>npm run import -- --stock FILE.csv --replace</code>
          </Trans>
        </p>
        <IconButton label={t`Close this note`} Icon={X} onClick={() => setClosed(true)} />
      </div>
    </aside>
  );
}
