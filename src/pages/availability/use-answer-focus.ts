import { useEffect, useRef } from 'react';

import type { Question } from './question.ts';

/**
 * Keeps the focus where the work goes on: `follow` moves it to the answer of a question as soon as that is the one on
 * screen, and a focus that went with the button or link that asked is not left on nothing.
 */
export function useAnswerFocus(question: Question | null) {
  const region = useRef<HTMLElement>(null);
  const wanted = useRef<string | null>(null);
  const shown = keyOf(question);
  const before = useRef(shown);

  useEffect(() => {
    const element = region.current;
    const isAnother = before.current !== shown;
    before.current = shown;
    if (element === null) return;
    if (wanted.current === shown) {
      wanted.current = null;
      moveTo(element);
    } else if (isAnother && document.activeElement === document.body) {
      element.focus({ preventScroll: true });
    }
  });

  return {
    region,
    follow: (next: Question) => {
      if (keyOf(next) !== shown) wanted.current = keyOf(next);
      else if (region.current !== null) moveTo(region.current);
    },
  };
}

/** Whether there is a keyboard on the screen that would cover what comes. */
export function hasTouchKeyboard(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}

function moveTo(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: hasTouchKeyboard() ? 'start' : 'nearest' });
}

function keyOf(question: Question | null): string | null {
  return question && JSON.stringify([question.productId, question.quantity, question.neededBy]);
}
