import { type ReactNode, useId } from 'react';

import styles from './what-if-panel.module.css';

/** One slider with what is chosen and what would come of it, said to a screen reader in the same words. */
export function WhatIfSlider(props: {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
  chosen: string;
  outcome: string;
  /** Drawn above the track, along the same axis. */
  children?: ReactNode;
}) {
  const { label, min, max, step, value, onChange, chosen, outcome, children } = props;
  const id = useId();
  const filled = max > min ? (value - min) / (max - min) : 0;
  return (
    <div className={styles.slider}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <p className={styles.chosen}>{chosen}</p>
      <p className={styles.outcome}>{outcome}</p>
      <div className={styles.plot}>{children}</div>
      <input
        id={id}
        type="range"
        className={styles.range}
        style={{ '--filled': `${100 * Math.min(1, Math.max(0, filled))}%` } as Record<string, string>}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={`${chosen}: ${outcome}`}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}
