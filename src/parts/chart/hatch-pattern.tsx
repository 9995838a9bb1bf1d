/** Diagonal hatch that marks max lead time; use it with `fill="url(#id)"`. */
export function HatchPattern({ id }: { id: string }) {
  return (
    <pattern id={id} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="8" height="8" fill="var(--sh-mlt-bg)" />
      <line x1="0" y1="0" x2="0" y2="8" stroke="var(--sh-mlt)" strokeOpacity={0.38} strokeWidth={2.5} />
    </pattern>
  );
}
