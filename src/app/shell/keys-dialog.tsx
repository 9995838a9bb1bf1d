import { useLingui } from '@lingui/react/macro';
import { Box, Group, Text } from '@mantine/core';

import { Dialog } from '#ui/dialog.tsx';
import { useKeySections, type KeyHelp } from '#ui/keys.ts';

import { useCommandKey } from './dialogs.tsx';

/** Every key that does something now: those of the shell, then those of what is on screen. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const sections = useKeySections();
  const commandKey = useCommandKey();
  const everywhere: KeyHelp[] = [
    { keys: [commandKey, 'K'], does: t`Find a product or a screen` },
    { keys: ['/'], does: t`Go to the first field of the screen` },
    { keys: ['G', 'A'], does: t`Open Availability` },
    { keys: ['G', 'O'], does: t`Open Order` },
    { keys: ['G', 'C'], does: t`Open Calendar` },
    { keys: ['G', 'L'], does: t`Open Calendars` },
    { keys: ['G', 'N'], does: t`Open Connection` },
    { keys: ['?'], does: t`Show these keys` },
    { keys: ['Esc'], does: t`Close a list or a dialog` },
  ];
  return (
    <Dialog width={480} title={t`Keyboard shortcuts`} closeLabel={t`Close`} onClose={onClose}>
      <KeyList title={t`Everywhere`} keys={everywhere} />
      {sections.map(({ title, keys }) => (
        <KeyList key={title} title={title} keys={keys} />
      ))}
    </Dialog>
  );
}

function KeyList({ title, keys }: { title: string; keys: readonly KeyHelp[] }) {
  return (
    <section>
      <Text component="h3" m={0} fz={13} c="dimmed">
        {title}
      </Text>
      <Box component="dl" m={0}>
        {keys.map((key) => (
          <Group key={key.does} justify="space-between" wrap="nowrap" mih={40} py={6}>
            <dt>{key.does}</dt>
            <Group component="dd" gap={4} m={0} wrap="nowrap">
              {key.keys.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Box>
    </section>
  );
}
