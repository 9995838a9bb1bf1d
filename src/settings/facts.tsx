import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Named values, one per line. In narrow spaces a value wraps beneath its name. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Stack component="dl" gap={12}>
      {children}
    </Stack>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Group gap="0 16px" justify="space-between">
      <Text component="dt" c="dimmed">
        {name}
      </Text>
      <Text component="dd" style={{ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Text>
    </Group>
  );
}
