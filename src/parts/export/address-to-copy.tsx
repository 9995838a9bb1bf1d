import { Group, TextInput } from '@mantine/core';
import { Copy } from 'lucide-react';
import { Trans } from '@lingui/react/macro';

import { CopyButton } from './copy-button.tsx';

interface AddressToCopyProps {
  label: string;
  /** What it is for. */
  description?: string;
  value: string;
  /** Confirmation. */
  copied: string;
}

/** A text that is shown once, with a button that copies it. */
export function AddressToCopy({ label, description, value, copied }: AddressToCopyProps) {
  return (
    <Group gap={8} wrap="nowrap" align="flex-end">
      <TextInput
        label={label}
        description={description}
        value={value}
        readOnly
        spellCheck={false}
        flex={1}
        miw={0}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton
        Icon={Copy}
        alwaysShowsLabel
        textLabel={label}
        toCopy={() => ({ content: { text: value, html: value }, message: copied })}
      >
        <Trans>Copy</Trans>
      </CopyButton>
    </Group>
  );
}
