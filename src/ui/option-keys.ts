import type { useCombobox } from '@mantine/core';
import { useEffect, useEffectEvent, useImperativeHandle, type Ref, type RefObject } from 'react';

/** Handles a key pressed in the field of an option list. Returns false if the list doesn't use the key. */
export type OptionKeys = (key: string) => boolean;

/** Makes a text field a combobox for assistive technology, together with `aria-expanded` and `aria-controls`. */
export const comboboxRole = { role: 'combobox', 'aria-autocomplete': 'list' } as const;

interface OptionKeysSettings {
  combobox: ReturnType<typeof useCombobox>;
  /** The field with focus. Its `aria-activedescendant` references the option that Enter selects. */
  field: RefObject<HTMLElement | null>;
  keys: Ref<OptionKeys>;
  /** The listed items. If they change, the selection starts over. */
  listed: unknown;
  /** Number of the option that is selected first, from 1; 0 for none. */
  startsAt?: number;
}

/**
 * Keyboard handling for a field whose option list isn't attached by Mantine, because the list loads later or is in a
 * dialog. Arrow keys move along the options, and Enter selects one.
 */
export function useOptionKeys({ combobox, field, keys, listed, startsAt = 0 }: OptionKeysSettings): void {
  const point = (option: string | null) => {
    if (option === null) field.current?.removeAttribute('aria-activedescendant');
    else field.current?.setAttribute('aria-activedescendant', option);
  };
  useImperativeHandle(keys, () => (key) => {
    if (key === 'ArrowDown') point(combobox.selectNextOption());
    else if (key === 'ArrowUp') point(combobox.selectPreviousOption());
    else if (key === 'Enter' && combobox.getSelectedOptionIndex() >= 0) combobox.clickSelectedOption();
    else return false;
    return true;
  });

  const begin = useEffectEvent(() => {
    combobox.resetSelectedOption();
    point(null);
    for (let option = 0; option < startsAt; option++) point(combobox.selectNextOption());
  });
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `listed` determines which option is first
  useEffect(() => begin(), [listed, startsAt]);
  const end = useEffectEvent(() => point(null));
  useEffect(() => () => end(), []);
}
