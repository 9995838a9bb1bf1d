import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { describeError } from '#data/describe-error.ts';
import { session } from '#data/session.ts';
import type { OrdersOnSignOut } from '#parts/saved-orders/open-order.ts';
import { rememberedKey } from '#parts/remembered.ts';
import { forgetAll } from '#ui/remembered-text.ts';

import { ErrorLabel } from '#parts/panel.tsx';

/** Signs out, in this browser or on all devices. First asks whether to keep orders that the server doesn't have. */
export function SignOut() {
  const signOut = useSignOut();
  const { data } = useQuery(session.current());
  const [requested, setRequested] = useState<{ orders: number; everywhere: boolean } | null>(null);

  async function begin(everywhere: boolean) {
    const { countUnsavedOrders } = await import('#parts/saved-orders/open-order.ts');
    const orders = await countUnsavedOrders(data ? (rememberedKey('order', data) ?? '') : '');
    if (orders === 0) leave('delete', everywhere);
    else setRequested({ orders, everywhere });
  }

  function leave(afterwards: OrdersOnSignOut, everywhere: boolean) {
    signOut.mutate({ everywhere, afterwards });
  }

  if (requested === null) {
    return (
      <Stack gap={8}>
        {signOut.error && <NotSignedOut error={signOut.error} />}
        <Group gap={8} grow preventGrowOverflow={false}>
          <Button variant="default" loading={signOut.isPending} onClick={() => void begin(false)}>
            <Trans>Sign out</Trans>
          </Button>
          <Button variant="default" loading={signOut.isPending} onClick={() => void begin(true)}>
            <Trans>Sign out on all devices</Trans>
          </Button>
        </Group>
      </Stack>
    );
  }
  const { orders, everywhere } = requested;
  return (
    <Stack role="alert" gap={8}>
      {signOut.error && <NotSignedOut error={signOut.error} />}
      <Text fz={14} lh="20px">
        <Plural
          value={orders}
          one="The server doesn't have # order yet. Keep its lines in this browser?"
          other="The server doesn't have # orders yet. Keep their lines in this browser?"
        />
      </Text>
      <Button variant="default" loading={signOut.isPending} onClick={() => leave('keep-lines', everywhere)}>
        <Trans>Keep lines and sign out</Trans>
      </Button>
      <Button variant="default" loading={signOut.isPending} onClick={() => leave('delete', everywhere)}>
        <Trans>Delete orders and sign out</Trans>
      </Button>
    </Stack>
  );
}

function NotSignedOut({ error }: { error: Error }) {
  const { i18n } = useLingui();
  const { title, detail, canRetry: _canRetry, ...label } = describeError(error, i18n);
  return (
    <Box role="alert" c="var(--sh-late)" style={{ overflowWrap: 'anywhere' }}>
      <Text fz={14} lh="20px">
        <Trans>You're still signed in.</Trans> {title}. {detail}
      </Text>
      <ErrorLabel {...label} />
    </Box>
  );
}

/**
 * Signs out and deletes everything that the next user could see: results, recent checks, visits, and orders
 * as chosen. After company sign-in, continues to the company's sign-out page.
 */
function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    ...session.signOut<{ everywhere: boolean; afterwards: OrdersOnSignOut }>(),
    onSuccess: async ({ company }, { afterwards }) => {
      const { closeOrders } = await import('#parts/saved-orders/open-order.ts');
      await closeOrders(afterwards);
      forgetAll();
      // Earlier versions stored viewed calendars in the browser.
      window.indexedDB.deleteDatabase('stock-horizon-looks');
      if (company?.signOutUrl != null) window.location.assign(company.signOutUrl);
      else await queryClient.resetQueries();
    },
  });
}
