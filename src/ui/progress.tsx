import '@mantine/core/styles/Progress.css';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Progress, Text } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';

/** `value` of `max` is done. */
interface ProgressShare {
  value: number;
  max: number;
}

/** Progress bar; indeterminate if `share` is null. */
export function ProgressBar({ label, share }: { label: string; share: ProgressShare | null }) {
  const role = { role: 'progressbar', 'aria-label': label };
  const done = share && { 'aria-valuenow': share.value, 'aria-valuemin': 0, 'aria-valuemax': share.max };
  return (
    <Progress.Root size={8} w="100%" flex="1 1 200px" {...role} {...done}>
      <Progress.Section
        withAria={false}
        value={share && share.max > 0 ? (100 * share.value) / share.max : 100}
        animated={share === null}
      />
    </Progress.Root>
  );
}

interface StripProps extends Pick<ComponentProps<'div'>, 'tabIndex' | 'role' | 'children'> {
  words: ReactNode;
  /** Button at the end. */
  action: ReactNode;
}

/** Status of a long-running task, with an action and optionally a progress bar before the text. */
export function Strip({ words, action, children, ...props }: StripProps) {
  return (
    <Group gap="8px 16px" py={8} pl={16} pr={8} bg="var(--sh-accent-bg)" bdrs={12} {...props}>
      {children}
      <Text size="sm" flex="1 1 160px" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {words}
      </Text>
      {action}
    </Group>
  );
}

interface ProgressStripProps {
  label: string;
  share: ProgressShare | null;
  /** Whether it waits because the service requested a pause. */
  isPaused: boolean;
  onCancel: () => void;
  /** Progress in words. */
  children: ReactNode;
}

/** Progress of a running task, with a Cancel button. */
export function ProgressStrip({ label, share, isPaused, onCancel, children }: ProgressStripProps) {
  return (
    <Strip
      tabIndex={-1}
      data-focus-heir
      words={
        <>
          {children}
          {isPaused && (
            <Text span inherit display="block" c="dimmed">
              <Trans>The stock service is busy. The check continues automatically.</Trans>
            </Text>
          )}
        </>
      }
      action={
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      }
    >
      <ProgressBar label={label} share={share} />
    </Strip>
  );
}
