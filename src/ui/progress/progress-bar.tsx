import classes from './progress-bar.module.css';

/** So much of `max` is done. */
export interface ProgressShare {
  value: number;
  max: number;
}

/** How far something is; without a share the bar only says that it goes on. */
export function ProgressBar({ label, share }: { label: string; share: ProgressShare | null }) {
  return <progress aria-label={label} className={classes.bar} {...share} />;
}
