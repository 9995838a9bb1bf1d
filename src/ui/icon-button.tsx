import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

interface IconButtonProps
  extends
    Pick<ActionIconProps, 'hiddenFrom' | 'ms'>,
    Omit<ComponentProps<'button'>, keyof ActionIconProps | 'aria-label' | 'title'> {
  /** What it does, for those who hear it and those who point at it. */
  label: string;
  Icon: LucideIcon;
  /** `s` stands beside text; on a small screen both are as large as a finger. */
  size?: 's' | 'm';
  disabled?: boolean | undefined;
  className?: string | undefined;
}

/** A button that a sign alone tells of. */
export function IconButton({ label, Icon, size = 'm', ...props }: IconButtonProps) {
  return (
    <ActionIcon aria-label={label} title={label} size={size === 's' ? 36 : 44} {...props}>
      <Icon aria-hidden size={size === 's' ? 16 : 18} />
    </ActionIcon>
  );
}
