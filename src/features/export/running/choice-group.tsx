import { useId } from 'react';

import classes from './choice-group.module.css';

interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** Says more about it, without being a part of its name. */
  detail?: string | undefined;
}

interface ChoiceGroupProps<Value extends string> {
  name: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
}

/** A few answers to one question, one of them chosen. */
export function ChoiceGroup<Value extends string>({ name, value, choices, onChange }: ChoiceGroupProps<Value>) {
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={`${id}-name`} className={classes['group']}>
      <p id={`${id}-name`} className={classes['name']}>
        {name}
      </p>
      {choices.map((choice) => (
        <div key={choice.value} className={classes['choice']}>
          <label>
            <input
              type="radio"
              name={id}
              value={choice.value}
              checked={choice.value === value}
              aria-describedby={choice.detail === undefined ? undefined : `${id}-${choice.value}`}
              onChange={() => onChange(choice.value)}
            />
            {choice.label}
          </label>
          {choice.detail !== undefined && (
            <span id={`${id}-${choice.value}`} className={classes['detail']}>
              {choice.detail}
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
