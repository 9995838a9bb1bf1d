import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { session } from '#data/session.ts';
import { Dialog } from '#ui/dialog.tsx';

/** Explains how to import stock data, and that it replaces the demo data. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { data } = useQuery(session.current());
  return (
    <Dialog width={560} title={t`Import instructions`} closeLabel={t`Close`} onClose={onClose}>
      <Stack gap={12}>
        {data?.isAdministrator && (
          <Text>
            <Link to="/connection" onClick={onClose}>
              <Trans>Import a file in Stock service</Trans>
            </Link>
          </Text>
        )}
        <Text>
          <Trans>On the computer that runs Stock Horizon, enter this command with your stock file:</Trans>
        </Text>
        <Box component="code" p={12} bg="var(--sh-muted-bg)" bdrs={8} style={{ userSelect: 'all' }}>
          npm run import -- --stock FILE.csv --replace
        </Box>
        <Text c="dimmed" size="sm">
          <Trans>
            The CSV file needs the columns <code>productId</code>, <code>stockDate</code> and <code>stockQuantity</code>
            .
          </Trans>{' '}
          {data?.service.demo === true && <Trans>The import removes the demo data.</Trans>}
        </Text>
      </Stack>
    </Dialog>
  );
}
