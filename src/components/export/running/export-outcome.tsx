import { useEffect, useState } from 'react';

import { Said } from '#components/export/said.tsx';

const shownFor = 8000;

/** The last thing that was said, for a while: which file was saved, that a table was copied. */
export function ExportOutcome({ said }: { said: readonly string[] }) {
  const [shown, setShown] = useState('');
  const [before, setBefore] = useState(said);
  const changed = said.find((words, at) => words !== before[at]);
  if (changed !== undefined) {
    setBefore(said);
    setShown(changed);
  }
  useEffect(() => {
    if (shown === '') return undefined;
    const timer = setTimeout(() => setShown(''), shownFor);
    return () => clearTimeout(timer);
  }, [shown]);
  return <Said>{shown}</Said>;
}
