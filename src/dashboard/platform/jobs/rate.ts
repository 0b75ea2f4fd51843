/** How far back is looked, in milliseconds. */
const window = 5000

/** How many a second over the last five seconds. The function is told how many are done whenever that changed. */
export function createRate(now: () => number = Date.now): (done: number) => number {
  let samples: { at: number; done: number }[] = []
  return (done) => {
    const at = now()
    samples = [...samples.filter((sample) => at - sample.at < window), { at, done }]
    const first = samples[0]!
    return at === first.at ? 0 : ((done - first.done) / (at - first.at)) * 1000
  }
}
