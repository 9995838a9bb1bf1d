import { useEffect, useState } from 'react';

import { Said } from '#features/export/said.tsx';

/** What was done, as a new object each time; null before. */
export type Outcome = { words: string } | null;

const shownFor = 8000;

/** The last thing that was said, for a while: which file was saved, that a table was copied. */
export function ExportOutcome({ said }: { said: readonly Outcome[] }) {
  const [shown, setShown] = useState<Outcome>(null);
  const [before, setBefore] = useState(said);
  const at = said.findIndex((outcome, index) => outcome !== before[index]);
  const changed = said[at];
  if (changed !== undefined) {
    setBefore(said);
    setShown(changed);
  }
  useEffect(() => {
    if (shown === null) return undefined;
    const timer = setTimeout(() => setShown(null), shownFor);
    return () => clearTimeout(timer);
  }, [shown]);
  return <Said>{shown?.words}</Said>;
}
