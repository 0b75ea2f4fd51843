import { storageScope } from '#dashboard/platform/session/session.ts'

/** Does the work while no other tab of this browser learns the service or tidies up after it; null where one does. */
export async function withLearningLock<T>(work: () => Promise<T>): Promise<T | null> {
  // Missing where the page came over plain http from another machine.
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return work()
  return locks.request(`roomkeeper-learning-${storageScope()}`, { ifAvailable: true }, (lock) => (lock ? work() : null))
}
