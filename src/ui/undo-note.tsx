import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';

import { LinkButton } from './link-button.tsx';

/** What was deleted a moment ago, and the way back; it takes the focus from the button that is gone with it. */
export function UndoNote({ name, onUndo }: { name: string; onUndo: () => void }) {
  return (
    <>
      <Text span c="dimmed" size="sm">
        <Trans>
          <bdi>{name}</bdi> is deleted.
        </Trans>
      </Text>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- as above */}
      <LinkButton autoFocus onClick={onUndo}>
        <Trans>Undo</Trans>
      </LinkButton>
    </>
  );
}
