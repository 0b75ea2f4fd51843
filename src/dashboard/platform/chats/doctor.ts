import type * as findings from '#dashboard/platform/chats/findings.ts'
import { firstIdle } from '#dashboard/ui/page/first-idle.ts'
import { createStore } from '#dashboard/ui/store.ts'

/** The settings doctor, whose rules are not needed for the first look at the chats. */

const loaded = createStore<typeof findings | null>(null)

/** null: its rules are not loaded yet. */
export const useDoctor = loaded.use

/** Also resolves if the rules cannot be loaded: the next page that needs them tries again. */
export async function loadDoctor(): Promise<void> {
  await firstIdle
  if (loaded.get()) return
  const doctor = await import('#dashboard/platform/chats/findings.ts').catch(() => null)
  if (doctor) loaded.set(doctor)
}
