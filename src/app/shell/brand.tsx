import { Link } from '@tanstack/react-router';

import classes from './brand.module.css';

/** The product's mark and name: a step above a horizon. */
export function Brand() {
  return (
    <Link to="/" className={classes['brand']} aria-label="Stock Horizon">
      <svg aria-hidden width="28" height="28" viewBox="0 0 32 32" fill="none" strokeLinecap="round">
        <rect width="32" height="32" rx="8" fill="var(--sh-mark)" />
        <path d="M5 22h6v-5h7v-6h9" stroke="#fff" strokeWidth="3" strokeLinejoin="round" />
        <path d="M5 26.5h22" stroke="#fff" strokeOpacity="0.55" strokeWidth="2" />
      </svg>
      <span className={classes['name']}>Stock Horizon</span>
    </Link>
  );
}
