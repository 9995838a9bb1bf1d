/** What of an address could not be read. */
export interface DroppedParam {
  name: string;
  value: string;
  /** The rest of the parameter, a list, could be. */
  isPart: boolean;
}

/** What stood in an address but was not read, whole or in part. Names that the screen doesn't know are passed over. */
export function droppedParams(
  opened: Readonly<Record<string, string>>,
  read: Readonly<Record<string, unknown>>,
): DroppedParam[] {
  return Object.entries(read).flatMap(([name, kept]): DroppedParam[] => {
    const value = opened[name];
    if (value === undefined) return [];
    if (kept === undefined) return [{ name, value, isPart: false }];
    const left = Array.isArray(kept) ? partsBeside(value, kept) : [];
    return left.length === 0 ? [] : [{ name, value: left.join(', '), isPart: true }];
  });
}

function partsBeside(list: string, kept: readonly unknown[]): string[] {
  const known = new Set(kept.map(String));
  const parts = list.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '' && !known.has(part));
}
