import { useId } from 'react';

import classes from './choice.module.css';

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string; lang?: string }[];
  onChange: (value: string) => void;
}

/** A few exclusive options side by side: native radio buttons in the dress of a segmented control. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset className={classes['choice']}>
      <legend className={classes['legend']}>{label}</legend>
      <div className={classes['options']}>
        {options.map((option) => (
          <label key={option.value} lang={option.lang} className={classes['option']}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className={classes['radio']}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
