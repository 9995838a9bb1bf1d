import type { useCombobox } from '@mantine/core';
import { useEffect, useEffectEvent, useImperativeHandle, type Ref, type RefObject } from 'react';

/** Takes a key of the field over a list of options; false where it is none of the list's. */
export type OptionKeys = (key: string) => boolean;

/** What makes a plain text field a combobox for those who hear it; beside it come `aria-expanded` and `aria-controls`. */
export const comboboxRole = { role: 'combobox', 'aria-autocomplete': 'list' } as const;

interface OptionKeysSettings {
  combobox: ReturnType<typeof useCombobox>;
  /** The field that has the keyboard, and tells which option Enter takes. */
  field: RefObject<HTMLElement | null>;
  keys: Ref<OptionKeys>;
  /** What is listed; with another list none is pointed at, or the first. */
  listed: unknown;
  startsAtFirst?: boolean;
}

/**
 * The keys of a field whose list is not the kit's own, since its code comes later or it stands in a dialog: the arrows
 * move along the options, and Enter takes one.
 */
export function useOptionKeys({ combobox, field, keys, listed, startsAtFirst = false }: OptionKeysSettings): void {
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
    point(startsAtFirst ? combobox.selectFirstOption() : null);
  });
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- with it changes which option is first
  useEffect(() => begin(), [listed]);
  const end = useEffectEvent(() => point(null));
  useEffect(() => () => end(), []);
}
