import { useCallback, useMemo } from 'react';

import { useRemembered } from '#features/remembered.ts';

import { readColumnLayout, type ColumnLayout } from './column-layout.ts';

/** The layout of the columns that this browser remembers, and a way to change it. */
export function useColumnLayout(columns: readonly string[]) {
  const { text, change } = useRemembered('calendars-columns');
  const layout = useMemo(() => readColumnLayout(text, columns), [text, columns]);
  const arrange = useCallback(
    (next: (layout: ColumnLayout) => ColumnLayout) =>
      change((known) => JSON.stringify(next(readColumnLayout(known, columns)))),
    [change, columns],
  );
  return { layout, arrange };
}
