import { type TouchEvent, useRef } from 'react';

import type { RowKey } from './grid-column.ts';
import { isWithinEdit } from './use-grid-pointer.ts';

/** Pixels after which a touch that moves sideways is a swipe, and after which a swipe counts. */
const startsAt = 12;
const countsAt = 110;

interface Swipe {
  card: HTMLElement;
  key: RowKey;
  x: number;
  y: number;
  /** Whether it moves sideways; null while that is open. */
  isSwipe: boolean | null;
}

/**
 * Moves a card with a touch sideways, and calls `onSwipe` if it is moved far enough. Touches up and down scroll.
 * @param keyOf returns the row of a displayed index, undefined for the blank row; null if nothing can be swiped
 */
export function useSwipe(keyOf: ((row: number) => RowKey | undefined) | null, onSwipe?: (key: RowKey) => void) {
  const swiping = useRef<Swipe>(null);

  function onTouchStart({ target, touches }: TouchEvent) {
    const touch = touches[0];
    const card = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    const key = card ? keyOf?.(Number(card.dataset['row'])) : undefined;
    swiping.current =
      card && key !== undefined && touch && touches.length === 1 && !isWithinEdit(target)
        ? { card, key, x: touch.clientX, y: touch.clientY, isSwipe: null }
        : null;
  }

  function onTouchMove({ touches }: TouchEvent) {
    const touch = touches[0];
    const swipe = swiping.current;
    if (!swipe || !touch || swipe.isSwipe === false) return;
    const [across, down] = [touch.clientX - swipe.x, Math.abs(touch.clientY - swipe.y)];
    if (Math.max(Math.abs(across), down) < startsAt) return;
    swipe.isSwipe ??= Math.abs(across) > down;
    if (swipe.isSwipe) swipe.card.style.translate = `${across}px`;
  }

  function onTouchEnd({ type, changedTouches }: TouchEvent) {
    const touch = changedTouches[0];
    const swipe = swiping.current;
    swiping.current = null;
    if (!swipe?.isSwipe) return;
    swipe.card.style.translate = '';
    if (type === 'touchend' && touch && Math.abs(touch.clientX - swipe.x) >= countsAt) onSwipe?.(swipe.key);
  }

  return { onTouchStart, onTouchMove, onTouchEnd, onTouchCancel: onTouchEnd };
}
