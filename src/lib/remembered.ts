/**
 * The function given, called once for each key: for what thousands of lines hold a few of. Beyond `most` keys it is
 * called for each new one every time.
 */
export function remembered<Key, Value>(of: (key: Key) => Value, most = Infinity): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = of(key);
      if (known.size < most) known.set(key, value);
    }
    return value;
  };
}
