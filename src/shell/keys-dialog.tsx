import { useLingui } from '@lingui/react/macro';
import { Box, Group, Text } from '@mantine/core';

import { Dialog } from '#ui/dialog.tsx';
import { useKeySections, type KeyHelp } from '#ui/keys.ts';

import { useCommandKey } from './dialogs.tsx';

/** Active keyboard shortcuts: those of the shell, then those of the current page. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const sections = useKeySections();
  const commandKey = useCommandKey();
  const general: KeyHelp[] = [
    { keys: [commandKey, 'K'], description: t`Search products and pages` },
    { keys: ['/'], description: t`Go to first field` },
    { keys: ['?'], description: t`Show keyboard shortcuts` },
    { keys: ['Esc'], description: t`Close list or dialog` },
  ];
  return (
    <Dialog width={480} title={t`Keyboard shortcuts`} closeLabel={t`Close`} onClose={onClose}>
      <KeyList title={t`General`} keys={general} />
      {sections.map(({ title, keys }) => (
        <KeyList key={title} title={title} keys={keys} />
      ))}
    </Dialog>
  );
}

function KeyList({ title, keys }: { title: string; keys: readonly KeyHelp[] }) {
  return (
    <section>
      <Text component="h3" fz={13} c="dimmed">
        {title}
      </Text>
      <Box component="dl">
        {keys.map((key) => (
          <Group key={key.description} justify="space-between" wrap="nowrap" mih={32} py={2}>
            <dt>{key.description}</dt>
            <Group component="dd" gap={4} wrap="nowrap">
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
