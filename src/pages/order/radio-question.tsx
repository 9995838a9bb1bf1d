import { type ReactNode, useId } from 'react';

import styles from './radio-question.module.css';

/** A question with a few answers, one of which is always chosen. */
export function RadioQuestion(props: {
  title: ReactNode;
  value: string;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.question}>
      <legend className={styles.title}>{props.title}</legend>
      {props.choices.map(({ value, label }) => (
        <label key={value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
