import classes from './hatch-pattern.module.css';

/** The diagonal hatch that stands for "in theory": fill with `url(#id)`. */
export function HatchPattern({ id }: { id: string }) {
  return (
    <pattern id={id} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="8" height="8" className={classes.ground} />
      <line x1="0" y1="0" x2="0" y2="8" className={classes.stripe} />
    </pattern>
  );
}
