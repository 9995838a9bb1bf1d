import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Combobox.css';
import { Combobox, useCombobox, type ComboboxProps } from '@mantine/core';
import type { ReactNode, Ref, RefObject } from 'react';

import { useOptionKeys, type OptionKeys } from './option-keys.ts';
import { Anchor } from './popover-panel.tsx';

interface OptionListProps<Option> extends Pick<ComboboxProps, 'width' | 'withinPortal'> {
  id: string;
  /** Accessible name. */
  label: string;
  /** The field with the suggestions; it keeps the focus. */
  field: RefObject<HTMLInputElement | null>;
  keys: Ref<OptionKeys>;
  options: readonly Option[];
  /** Whether the options are those of an earlier text, none of which can be taken. */
  isOutdated: boolean;
  /** Number of the option that is selected first, from 1; 0 for none. */
  startsAt?: number;
  onPick: (option: Option) => void;
}

/** Suggestions below a field. Mounted while open, so that it can be loaded later than the field. */
export function OptionList<Option extends { id: string | number; content: ReactNode }>({
  id,
  label,
  field,
  keys,
  options,
  isOutdated,
  startsAt,
  onPick,
  ...combobox
}: OptionListProps<Option>) {
  const store = useCombobox({ opened: true });
  useOptionKeys({ combobox: store, field, keys, listed: options, startsAt });

  function pick(picked: string) {
    const option = options.find(({ id }) => String(id) === picked);
    if (option) onPick(option);
  }

  return (
    <Combobox {...combobox} store={store} position="bottom-start" onOptionSubmit={pick}>
      <Combobox.DropdownTarget>
        <Anchor anchor={field} />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options
          id={id}
          aria-label={label}
          maw="90vw"
          mah="min(24rem, 60dvh)"
          style={{ overflowY: 'auto', overscrollBehavior: 'contain' }}
        >
          {options.map(({ id, content }) => (
            <Combobox.Option
              key={id}
              value={String(id)}
              disabled={isOutdated}
              // Not dimmed while typing on.
              style={{ opacity: isOutdated ? 0.6 : 1, transition: 'opacity 0s 300ms' }}
            >
              {content}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
