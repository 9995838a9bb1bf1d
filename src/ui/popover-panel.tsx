import '@mantine/core/styles/Popover.css';
import { Popover, type PopoverProps } from '@mantine/core';
import { useMounted, useWindowEvent } from '@mantine/hooks';
import { useImperativeHandle, useRef, type ReactNode, type Ref, type RefObject } from 'react';

interface PopoverPanelProps extends Pick<
  PopoverProps,
  'position' | 'width' | 'trapFocus' | 'withinPortal' | 'clickOutsideEvents'
> {
  /** Element the panel is positioned at, rendered elsewhere. */
  anchor: RefObject<Element | null>;
  /** Accessible name. */
  label: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Props that the button passes to its panel. */
export type OpenedPanel = Pick<PopoverPanelProps, 'anchor' | 'opened' | 'onClose'>;

/**
 * Panel beside the button that opens it. The button is rendered elsewhere, so the panel can be loaded later. The panel
 * takes focus, and returns it when closed by Escape or a click outside.
 */
export function PopoverPanel({ anchor, label, opened, onClose, children, ...popover }: PopoverPanelProps) {
  // Focus returns to where it was only if the popover opens after it has mounted.
  const isMounted = useMounted();
  const dropdown = useRef<HTMLDivElement>(null);
  // Without a focus trap, the focus can be outside the panel. In a panel within this one, the key is for that.
  useWindowEvent('keydown', ({ key, defaultPrevented, target }) => {
    if (!opened || key !== 'Escape' || defaultPrevented) return;
    const inner = (target as Element).closest('[role="dialog"]');
    if (inner === dropdown.current || !dropdown.current?.contains(inner)) onClose();
  });
  return (
    <Popover
      position="bottom-end"
      trapFocus
      clickOutsideEvents={['pointerdown']}
      closeOnEscape={false}
      // A panel that is too high for the room above and below covers its button rather than leave the screen.
      middlewares={{ shift: { crossAxis: true } }}
      // A panel that is hidden while the page scrolls would lose the focus.
      hideDetached={false}
      {...popover}
      opened={opened && isMounted}
      returnFocus
      onChange={(opened) => opened || onClose()}
    >
      <Popover.Target>
        <Anchor anchor={anchor} />
      </Popover.Target>
      <Popover.Dropdown ref={dropdown} aria-labelledby={undefined} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Makes the anchor the target of a popover or menu. */
export function Anchor({ anchor, ref }: { anchor: RefObject<Element | null>; ref?: Ref<Element> }) {
  useImperativeHandle(ref, () => anchor.current as Element);
  return null;
}
