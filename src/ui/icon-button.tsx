import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

interface IconButtonProps
  extends
    Pick<ActionIconProps, 'hiddenFrom' | 'ms' | 'my'>,
    Omit<ComponentProps<'button'>, keyof ActionIconProps | 'aria-label' | 'title'> {
  /** Accessible name and tooltip. */
  label: string;
  Icon: LucideIcon;
  /** `s` is for use beside text. On small screens both have the minimum touch target size. */
  size?: 's' | 'm';
  disabled?: boolean | undefined;
  className?: string | undefined;
}

/** Button with an icon only. */
export function IconButton({ label, Icon, size = 'm', ...props }: IconButtonProps) {
  return (
    <ActionIcon aria-label={label} title={label} size={size === 's' ? 36 : 44} {...props}>
      <Icon aria-hidden size={size === 's' ? 16 : 18} />
    </ActionIcon>
  );
}
