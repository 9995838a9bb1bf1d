import { useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react';

import classes from './anchored-popover.module.css';

/** Where a popover belongs: beside an element, or at a point of the window. */
export type PopoverAnchor = RefObject<Element | null> | { readonly x: number; readonly y: number };

interface AnchoredPopoverProps extends Omit<ComponentProps<'div'>, 'role'> {
  anchor: PopoverAnchor;
  kind?: 'dialog' | 'menu' | undefined;
  /** Closes by itself when the person points or goes elsewhere. */
  onDismiss?: () => void;
}

const gap = 4;

/**
 * A panel above everything else, so that no scrolling box cuts it off. Beneath its anchor, above it where there is more
 * room.
 */
export function AnchoredPopover({ anchor, kind, onDismiss, children, ...attributes }: AnchoredPopoverProps) {
  const panel = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return undefined;
    const before = document.activeElement;
    element.showPopover();
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    const place = () => placeBeside(element, rectOf(anchor));
    place();
    const observer = new ResizeObserver(place);
    observer.observe(element);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      if (element.contains(document.activeElement) && before instanceof HTMLElement) before.focus();
      observer.disconnect();
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [anchor]);

  return (
    <div
      {...attributes}
      ref={panel}
      role={kind}
      popover={onDismiss ? 'auto' : 'manual'}
      className={classes['panel']}
      onToggle={(event) => {
        if (event.newState === 'closed') onDismiss?.();
      }}
    >
      {children}
    </div>
  );
}

function rectOf(anchor: PopoverAnchor): DOMRect {
  if ('x' in anchor) return new DOMRect(anchor.x, anchor.y, 0, 0);
  return anchor.current?.getBoundingClientRect() ?? new DOMRect();
}

function placeBeside(panel: HTMLElement, anchor: DOMRect) {
  const { innerWidth, innerHeight } = window;
  panel.style.minWidth = `${Math.max(anchor.width, 0)}px`;
  const below = innerHeight - anchor.bottom - gap;
  const above = anchor.top - gap;
  panel.style.maxHeight = `${Math.max(below, above) - gap}px`;
  const { offsetWidth: width, offsetHeight: height } = panel;
  const isBelow = height <= below || below >= above;
  // A menu of a button at the page's end ends with it.
  const isAtEnd = panel.role === 'menu' && anchor.width > 0 && anchor.left > innerWidth / 2;
  const left = isAtEnd ? anchor.right - width : anchor.left;
  panel.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`;
  panel.style.top = `${isBelow ? anchor.bottom + gap : Math.max(gap, anchor.top - gap - height)}px`;
}
