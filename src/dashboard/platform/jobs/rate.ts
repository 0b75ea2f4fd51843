/** The period over which the rate is measured. */
const windowMs = 5000

/** How many per second over the last five seconds. The returned function is called with the number done whenever it changes. */
export function createRate(now: () => number = Date.now): (done: number) => number {
  let samples: { at: number; done: number }[] = []
  return (done) => {
    const at = now()
    samples = [...samples.filter((sample) => at - sample.at < windowMs), { at, done }]
    const first = samples[0]!
    return at === first.at ? 0 : ((done - first.done) / (at - first.at)) * 1000
  }
}
