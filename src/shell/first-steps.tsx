import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';

import { Panel } from '#parts/panel.tsx';
import { IconButton } from '#ui/icon-button.tsx';

/** Introduction for first visits; never shown again once dismissed. */
export function FirstSteps({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useLingui();
  return (
    <Box mt={8}>
      <Panel
        title={t`First steps`}
        aside={<IconButton my={-10} label={t`Dismiss first steps`} Icon={X} onClick={onDismiss} />}
      >
        {/* Not the kit's grid, for whose file the first view would wait. */}
        <Box
          component="ol"
          ps={20}
          style={{
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fit, minmax(min(18rem, 100%), 1fr))',
            gap: '12px 24px',
          }}
        >
          <li>
            <Trans>Check one product</Trans>
            <Text size="sm" c="dimmed">
              <Trans>
                Enter a product and a quantity above. The result shows the ship date and what it is based on.
              </Trans>
            </Text>
          </li>
          <li>
            <Link to="/order">
              <Trans>Check an order</Trans>
            </Link>
            <Text size="sm" c="dimmed">
              <Trans>Paste lines from a spreadsheet or an email, and check all of them together.</Trans>
            </Text>
          </li>
          <li>
            <Link to="/calendars">
              <Trans>Browse products</Trans>
            </Link>
            <Text size="sm" c="dimmed">
              <Trans>See the stock calendars of many products side by side.</Trans>
            </Text>
          </li>
        </Box>
      </Panel>
    </Box>
  );
}
