import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { describeError } from '#data/describe-error.ts';
import { deleteMyData, fetchMyData } from '#data/my-data.ts';
import { session } from '#data/session.ts';
import { saveFile } from '#parts/export/table-export.ts';
import { Panel } from '#parts/panel.tsx';
import type { Session } from '#stock/contract/gateway-responses.ts';
import { Dialog } from '#ui/dialog.tsx';
import { useLocale } from '#ui/locale.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { forgetAll, forgetSettings, readSettings } from '#ui/remembered-text.ts';

/** What is kept of the user: to be exported, and to be deleted. */
export function MyDataPage() {
  const { t } = useLingui();
  return (
    <Stack gap={12}>
      <PageHeading title={t`My data`}>
        <Trans>Orders, lists, promises, watches, notifications, mail address, keys and settings.</Trans>
      </PageHeading>
      <ExportPanel />
      <DeletePanel />
    </Stack>
  );
}

function ExportPanel() {
  const { t } = useLingui();
  const { today } = useLocale();
  const { data: market } = useQuery({ ...session.current(), select: marketOf });
  const exporting = useMutation({
    mutationFn: async () => {
      const data = { exportedAt: new Date().toISOString(), ...(await fetchMyData()), settings: readSettings() };
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
      saveFile(`stock-horizon-my-data-${today}.json`, file);
    },
  });
  return (
    <Panel title={t`Export my data`}>
      <Stack gap={12} align="start">
        <Text fz={14} lh="20px">
          {market == null ? (
            <Trans>One JSON file with your data and the texts that customers were told.</Trans>
          ) : (
            <Trans>
              One JSON file with your data of the market <bdi>{market}</bdi> and the texts that customers were told.
              Sign in to another market to export its data.
            </Trans>
          )}
        </Text>
        <Button
          variant="default"
          leftSection={<Download aria-hidden size={18} />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          <Trans>Export my data</Trans>
        </Button>
        <Failure error={exporting.error} />
      </Stack>
    </Panel>
  );
}

function marketOf({ market }: Session): string | null {
  return market && [market.company, market.salesOrganization, market.territoryId].join(' · ');
}

function DeletePanel() {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const deleting = useMutation({
    mutationFn: async () => {
      const { closeOrders } = await import('#parts/saved-orders/open-order.ts');
      // The open order would be saved again; its lines are kept for the case that nothing is deleted.
      await closeOrders('keep-lines');
      await deleteMyData();
      await closeOrders('delete');
      forgetAll();
      forgetSettings();
    },
    // Nothing of the page may show or send what was deleted.
    onSuccess: () => window.location.assign('/'),
  });
  return (
    <Panel title={t`Delete all`}>
      <Stack gap={12} align="start">
        <Text fz={14} lh="20px">
          <Trans>
            Deletes your data in all markets, on the server and in this browser. Live addresses and customers' links end
            at once.
          </Trans>
        </Text>
        <Button
          variant="default"
          c="var(--sh-late)"
          leftSection={<Trash2 aria-hidden size={18} />}
          onClick={() => setAsking(true)}
        >
          <Trans>Delete all</Trans>
        </Button>
      </Stack>
      {isAsking && (
        <Dialog
          title={t`Delete all of your data?`}
          closeLabel={t`Close`}
          width={460}
          isCentered
          onClose={() => setAsking(false)}
        >
          <Stack gap="sm">
            <Text>
              <Trans>This can't be undone. Export your data first if you need it.</Trans>
            </Text>
            <Failure error={deleting.error} />
            <Group justify="flex-end" gap={8}>
              <Button variant="default" onClick={() => setAsking(false)}>
                <Trans>Cancel</Trans>
              </Button>
              <Button color="red" loading={deleting.isPending} onClick={() => deleting.mutate()}>
                <Trans>Delete all</Trans>
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </Panel>
  );
}

function Failure({ error }: { error: Error | null }) {
  const { i18n } = useLingui();
  if (error === null) return null;
  const { title, detail } = describeError(error, i18n);
  return (
    <Text role="alert" fz={14} c="var(--sh-late)">
      {title}. {detail}
    </Text>
  );
}
