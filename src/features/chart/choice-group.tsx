import { SegmentedControl } from '@mantine/core';

import classes from './chart.module.css';

interface ChoiceGroupProps<Value extends string | number> {
  label: string;
  /** The chosen one; null where none of them holds. */
  value: Value | null;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** A few short choices side by side, one of them chosen. */
export function ChoiceGroup<Value extends string | number>(props: ChoiceGroupProps<Value>) {
  return (
    <SegmentedControl<string | number>
      aria-label={props.label}
      value={props.value ?? ''}
      data={[...props.choices]}
      onChange={(value) => props.onChange(value as Value)}
      withItemsBorders={false}
      classNames={{ root: classes['choices'] ?? '', label: classes['choice'] ?? '', input: classes['radio'] ?? '' }}
    />
  );
}
