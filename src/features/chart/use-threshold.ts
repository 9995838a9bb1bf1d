import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

import type { Thousandths } from '#lib/thousandths.ts';

interface Draft {
  value: Thousandths;
  /** What was in force when the move began: the draft holds until that changes. */
  over: Thousandths | null;
}

const pauseAfterKey = 700;

/** The quantity in force, or where it is being moved to: told to `onRest` once the move is over. */
export function useThreshold(quantity: Thousandths | null, onRest: ((quantity: Thousandths) => void) | undefined) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const current = draft !== null && draft.over === quantity ? draft : null;
  const restAfterPause = useDebouncedCallback(rest, pauseAfterKey);

  function rest(value: Thousandths | null = current?.value ?? null) {
    restAfterPause.cancel();
    if (value === null || value === quantity) setDraft(null);
    else onRest?.(value);
  }

  function move(value: Thousandths) {
    setDraft({ value, over: quantity });
  }

  return {
    quantity: current?.value ?? quantity,
    isMoving: current !== null,
    move,
    /** By a key: others may follow. */
    step: (value: Thousandths) => {
      move(value);
      restAfterPause(value);
    },
    rest: () => rest(),
    cancel: () => {
      restAfterPause.cancel();
      setDraft(null);
    },
  };
}

export type Threshold = ReturnType<typeof useThreshold>;
