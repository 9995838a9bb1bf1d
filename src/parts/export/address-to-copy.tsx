import { TextInput } from '@mantine/core';
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
    <TextInput
      label={label}
      description={description}
      value={value}
      readOnly
      spellCheck={false}
      onFocus={({ currentTarget }) => currentTarget.select()}
      rightSectionWidth={92}
      rightSection={
        <CopyButton
          Icon={Copy}
          alwaysShowsLabel
          textLabel={label}
          toCopy={() => ({ content: { text: value, html: value }, message: copied })}
        >
          <Trans>Copy</Trans>
        </CopyButton>
      }
    />
  );
}
