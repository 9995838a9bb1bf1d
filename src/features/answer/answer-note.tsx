import { Info } from 'lucide-react';
import type { ReactNode } from 'react';

import styles from './answer-notes.module.css';

/** One plain note beneath an answer. */
export function AnswerNote({ children }: { children: ReactNode }) {
  return (
    <p className={styles.note}>
      <Info size={18} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
