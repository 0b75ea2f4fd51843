/** `compute`, called once for each object. A chat or a list that did not change is the same object after the next read. */
export function memoize<Key extends object, Value extends object | string | number | null>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const values = new WeakMap<Key, Value>()
  return (key) => {
    let value = values.get(key)
    if (value === undefined) values.set(key, (value = compute(key)))
    return value
  }
}
