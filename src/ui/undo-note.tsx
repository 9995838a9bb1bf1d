import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';

import { LinkButton } from './link-button.tsx';

/** Note about a deleted item, with Undo. Takes focus, because the Delete button is gone. */
export function UndoNote({ name, onUndo }: { name: string; onUndo: () => void }) {
  return (
    <>
      <Text span c="dimmed" size="sm">
        <Trans>
          <bdi>{name}</bdi> is deleted.
        </Trans>
      </Text>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- see above */}
      <LinkButton autoFocus onClick={onUndo}>
        <Trans>Undo</Trans>
      </LinkButton>
    </>
  );
}
