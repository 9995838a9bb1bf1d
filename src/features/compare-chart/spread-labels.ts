/** A label that wants to stand at the height `y`. */
interface LabelWish {
  key: number;
  y: number;
}

/**
 * Heights for labels of one column, `pitch` pixels apart at least and within `top` to `bottom`, in the order of
 * the heights wished for and as near to them as that allows. Where there isn't room for all they come closer.
 */
export function spreadLabels(
  wishes: readonly LabelWish[],
  { top, bottom, pitch }: { top: number; bottom: number; pitch: number },
): Map<number, number> {
  const room = bottom - top;
  const apart = Math.min(pitch, room / Math.max(1, wishes.length - 1));
  const ordered = wishes.toSorted((a, b) => a.y - b.y || a.key - b.key);
  // Each group stands close together round the middle of what its members wish for.
  const groups: { members: LabelWish[]; start: number }[] = [];
  for (const wish of ordered) {
    groups.push({ members: [wish], start: within(wish.y, 1) });
    while (overlaps(groups.at(-2), groups.at(-1))) merge();
  }
  return new Map(groups.flatMap(({ members, start }) => members.map(({ key }, index) => [key, start + index * apart])));

  function within(start: number, count: number): number {
    return Math.max(top, Math.min(start, bottom - (count - 1) * apart));
  }

  function overlaps(above: (typeof groups)[number] | undefined, below: (typeof groups)[number] | undefined): boolean {
    // A little less than the pitch, for sums of fractions are never exact.
    return (
      above !== undefined && below !== undefined && below.start - above.start < above.members.length * apart - 0.01
    );
  }

  function merge() {
    const below = groups.pop();
    const above = groups.pop();
    if (!above || !below) return;
    const members = [...above.members, ...below.members];
    const middle = members.reduce((sum, { y }, index) => sum + y - index * apart, 0) / members.length;
    groups.push({ members, start: within(middle, members.length) });
  }
}
