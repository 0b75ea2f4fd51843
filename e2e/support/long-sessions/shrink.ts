/**
 * A shorter sequence that fails in the same way, by delta debugging: parts are left out, first halves, then ever smaller ones. Each try costs a whole
 * session, so it ends at `until`.
 * @param until milliseconds
 */
export async function shrink<T>(
  failing: readonly T[],
  fails: (part: readonly T[]) => Promise<boolean>,
  until: number,
): Promise<readonly T[]> {
  let shortest = failing
  // The last step is the one after which an invariant was broken.
  for (let size = Math.ceil(shortest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < shortest.length - 1;) {
      if (Date.now() > until) return shortest
      const without = [...shortest.slice(0, at), ...shortest.slice(Math.min(at + size, shortest.length - 1))]
      if (without.length < shortest.length && (await fails(without))) shortest = without
      else at += size
    }
  return shortest
}
