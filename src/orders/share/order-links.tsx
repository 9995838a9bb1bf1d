import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Unlink } from 'lucide-react';

import { orderShares, revokeShare } from '#data/orders.ts';
import { PanelError } from '#parts/panel.tsx';
import { formatMoment } from '#stock/locale-date.ts';
import { Dialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useLocale } from '#ui/locale.tsx';

/** The valid links to the order, to be revoked. None for an order that the server doesn't have yet. */
export function OrderLinks({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const { data, refetch } = useQuery({ ...orderShares(id), retry: false });
  const revoking = useMutation({
    mutationFn: (shareId: string) => revokeShare(id, shareId),
    onSettled: () => refetch(),
  });
  const shares = data?.shares ?? [];
  return (
    <Dialog title={t`Links to this order`} closeLabel={t`Close`} width={480} isCentered onClose={onClose}>
      {shares.length === 0 && (
        <Text c="dimmed">
          <Trans>No valid links</Trans>
        </Text>
      )}
      <ul aria-label={t`Links to this order`}>
        {shares.map(({ id: shareId, createdAt, expiresAt }) => {
          const created = formatMoment(createdAt, locale);
          const expires = formatMoment(expiresAt, locale);
          return (
            <Group key={shareId} component="li" wrap="nowrap">
              <Text span flex={1}>
                <Trans>
                  Link of {created}, expires {expires}
                </Trans>
              </Text>
              <IconButton label={t`Revoke link of ${created}`} Icon={Unlink} onClick={() => revoking.mutate(shareId)} />
            </Group>
          );
        })}
      </ul>
      {revoking.error && <PanelError error={revoking.error} />}
    </Dialog>
  );
}
