import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';

import { session } from '#api/session.ts';
import { SignOut } from '#features/sign-out.tsx';
import { LanguageChoice, ThemeChoice } from '#ui/choice.tsx';
import { PopoverPanel } from '#ui/popover-panel.tsx';

import { openDialog } from './dialogs.tsx';
import { MarketLine } from './header.tsx';
import { askToSignIn } from './sign-in.ts';

interface SettingsPanelProps {
  anchor: RefObject<HTMLButtonElement | null>;
  opened: boolean;
  onClose: () => void;
}

/** Theme, language, the way to the keys, and who is signed in. */
export function SettingsPanel({ anchor, opened, onClose }: SettingsPanelProps) {
  const { t } = useLingui();
  return (
    <PopoverPanel anchor={anchor} label={t`Settings`} opened={opened} onClose={onClose} width={320}>
      <Stack>
        <ThemeChoice />
        <LanguageChoice />
        <Button
          variant="subtle"
          justify="space-between"
          rightSection={<kbd>?</kbd>}
          onClick={() => {
            onClose();
            openDialog('keys');
          }}
        >
          <Trans>Keyboard shortcuts</Trans>
        </Button>
        <Person onDone={onClose} />
      </Stack>
    </PopoverPanel>
  );
}

/** Which service answers, for which market, and the way in or out. */
function Person({ onDone }: { onDone: () => void }) {
  const { data } = useQuery(session.current());
  if (!data) return null;
  return (
    <Stack gap={12} pt={12} style={{ borderTop: '1px solid var(--sh-line)' }}>
      <Box>
        <Text size="sm">
          {data.service.kind === 'embedded' ? <Trans>Embedded service</Trans> : <Trans>Connected service</Trans>}
        </Text>
        <Text fz={13} c="dimmed" truncate>
          {data.service.baseUrl}
        </Text>
        <MarketLine />
        {data.person !== null && (
          <Text size="sm" mt={6} style={{ overflowWrap: 'anywhere' }}>
            <Trans>Signed in as {data.person}</Trans>
          </Text>
        )}
      </Box>
      {!data.signedIn && (
        <Button
          variant="default"
          onClick={() => {
            onDone();
            askToSignIn();
          }}
        >
          <Trans>Sign in</Trans>
        </Button>
      )}
      {data.by !== null && data.by !== 'local' && <SignOut offersEverywhere />}
    </Stack>
  );
}
