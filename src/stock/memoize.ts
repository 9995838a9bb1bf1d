/** Memoizes a function by key, for up to `maxKeys` keys. Further keys call the function every time. */
export function memoize<Key, Value>(of: (key: Key) => Value, maxKeys = Infinity): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = of(key);
      if (known.size < maxKeys) known.set(key, value);
    }
    return value;
  };
}
