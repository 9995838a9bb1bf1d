import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useState } from 'react';

import classes from './calendars-views.module.css';

const pauseInTyping = 250;

/** Narrows everything that was loaded to the products whose id, SKU or name holds what is typed. */
export function FindField({ text, onText }: { text: string; onText: (text: string) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(text);
  const [shown, setShown] = useState(text);
  const tell = useDebouncedCallback((next: string) => onText(next.trim()), pauseInTyping);
  if (shown !== text) {
    setShown(text);
    if (typed.trim() !== text) setTyped(text);
  }
  return (
    <TextInput
      type="search"
      aria-label={t`Filter products`}
      placeholder={t`Filter products`}
      leftSection={<Search aria-hidden size={18} />}
      className={classes.find}
      value={typed}
      spellCheck={false}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        tell(event.currentTarget.value);
      }}
    />
  );
}
