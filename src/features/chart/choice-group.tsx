import { useId } from 'react';

import classes from './choice-group.module.css';

interface ChoiceGroupProps<Value extends string | number> {
  label: string;
  /** The chosen one; null where none of them holds. */
  value: Value | null;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** A few short choices side by side, one of them chosen: radio buttons in one bar. */
export function ChoiceGroup<Value extends string | number>({
  label,
  value,
  choices,
  onChange,
}: ChoiceGroupProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes.group}>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.choice} data-label={choice.label}>
          <input type="radio" name={name} checked={choice.value === value} onChange={() => onChange(choice.value)} />
          {choice.label}
        </label>
      ))}
    </div>
  );
}
