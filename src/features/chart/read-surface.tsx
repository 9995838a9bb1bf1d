import { useLingui } from '@lingui/react/macro';
import { useId, type HTMLAttributes, type ReactNode, type Ref } from 'react';

import classes from './read-surface.module.css';

interface ReadSurfaceProps {
  surface: Ref<HTMLDivElement>;
  /** What it does on keys and under the pointer. */
  handlers: HTMLAttributes<HTMLDivElement>;
  /** What the drawing shows in a sentence, and the keys that read it; spoken when it gets the focus. */
  help: string;
  /** Spoken when it changes. */
  spoken: string;
  /** What is moved over the drawing, with keys of its own. */
  control: ReactNode;
  /** The drawing with its crosshair. */
  children: ReactNode;
}

/** A drawing that is read and moved by pointer and keys: one stop of the Tab key. */
export function ReadSurface({ surface, handlers, help, spoken, control, children }: ReadSurfaceProps) {
  const { t } = useLingui();
  const helpId = useId();
  return (
    <>
      <div className={classes.area}>
        <div
          ref={surface}
          role="application"
          aria-label={t`Levels over time`}
          aria-roledescription={t`chart`}
          aria-describedby={helpId}
          className={classes.surface}
          {...handlers}
        >
          {children}
        </div>
        {control}
      </div>
      <p id={helpId} className={classes.hidden}>
        {help}
      </p>
      <output className={classes.hidden}>{spoken}</output>
    </>
  );
}
