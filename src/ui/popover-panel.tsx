import '@mantine/core/styles/Popover.css';
import { Popover, type PopoverProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useImperativeHandle, type ReactNode, type Ref, type RefObject } from 'react';

interface PopoverPanelProps extends Pick<
  PopoverProps,
  'position' | 'width' | 'trapFocus' | 'withinPortal' | 'clickOutsideEvents'
> {
  /** Where it belongs: beside an element that is rendered elsewhere. */
  anchor: RefObject<Element | null>;
  /** The accessible name. */
  label: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Beside what a panel opens, and how it closes: what its button gives it. */
export type OpenedPanel = Pick<PopoverPanelProps, 'anchor' | 'opened' | 'onClose'>;

/**
 * A panel beside the button that opens it; the button is rendered elsewhere, so the panel's code can load later. It
 * takes the focus and returns it when it closes: on Escape, or on a click outside.
 */
export function PopoverPanel({ anchor, label, opened, onClose, children, ...popover }: PopoverPanelProps) {
  // Focus returns to where it was only if the popover opens after it has mounted.
  const isMounted = useMounted();
  return (
    <Popover
      position="bottom-end"
      trapFocus
      clickOutsideEvents={['pointerdown']}
      {...popover}
      opened={opened && isMounted}
      returnFocus
      onChange={(opened) => opened || onClose()}
    >
      <Popover.Target>
        <Anchor anchor={anchor} />
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={undefined} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Stands for the anchor as the target of a popover or a menu. */
export function Anchor({ anchor, ref }: { anchor: RefObject<Element | null>; ref?: Ref<Element> }) {
  useImperativeHandle(ref, () => anchor.current as Element);
  return null;
}
