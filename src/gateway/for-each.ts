const maxAtOnce = 4

/** Does this for each, some at once. Resolves to the results in their order. Rejects as the first that fails, once none is under way any more. */
export async function forEach<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results = new Map<T, R>()
  const left = [...all]
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) results.set(one, await work(one))
  }
  const lanes = Array.from({ length: Math.min(maxAtOnce, all.length) }, () =>
    next().catch((error: unknown) => {
      left.length = 0
      throw error
    }),
  )
  for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason
  return all.map((one) => results.get(one)!)
}
