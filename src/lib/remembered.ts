/** Memoizes a function by key, for up to `most` keys. Further keys call the function every time. */
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
