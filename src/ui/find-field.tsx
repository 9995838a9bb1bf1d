import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { memo, useState } from 'react';

const typingPause = 250;

interface FindFieldProps {
  label: string;
  placeholder: string;
  /** Of the address; empty for none. */
  text: string;
  /** Called after a pause in typing; undefined for none. Stable. */
  onFind: (text: string | undefined) => void;
  className?: string | undefined;
}

/** Filters a list by a text. */
export const FindField = memo(function FindField({ label, text, onFind, ...rest }: FindFieldProps) {
  const [typed, setTyped] = useState(text);
  const [shown, setShown] = useState(text);
  const notify = useDebouncedCallback(
    (next: string) => onFind(next.trim() === '' ? undefined : next.trim()),
    typingPause,
  );
  if (shown !== text) {
    setShown(text);
    if (typed.trim() !== text) setTyped(text);
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      leftSection={<Search aria-hidden size={18} />}
      value={typed}
      spellCheck={false}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        notify(event.currentTarget.value);
      }}
      {...rest}
    />
  );
});
