import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { Panel } from '#parts/panel.tsx';

/** A panel of values calculated by the dashboard. The service's result takes precedence over them. */
export function EstimatePanel(props: {
  title: string;
  /** Whether the service confirms another date than the calendar. */
  isUnconfirmed: boolean;
  children: ReactNode;
}) {
  const { title, isUnconfirmed, children } = props;
  return (
    <Panel
      title={title}
      aside={
        <Text component="span" fz={13} {...(isUnconfirmed ? { fw: 600 } : { c: 'dimmed' })}>
          {isUnconfirmed ? (
            <Trans>By the calendar, not confirmed</Trans>
          ) : (
            <Trans>Calculated from the stock calendar</Trans>
          )}
        </Text>
      }
    >
      {children}
    </Panel>
  );
}
