import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { Panel } from '#features/panel.tsx';

/** A panel of values calculated by the dashboard. The service's result takes precedence over them. */
export function EstimatePanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel
      title={title}
      aside={
        <Text component="span" c="dimmed" fz={13}>
          <Trans>Calculated from the stock calendar</Trans>
        </Text>
      }
    >
      {children}
    </Panel>
  );
}
