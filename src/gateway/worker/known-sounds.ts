import { afterWrite } from '#engine/saving/learn.ts'
import { soundsOf, type KnownSounds } from '#engine/saving/known-sounds.ts'
import { namesByNumber } from '#engine/saving/sounds.ts'
import { nothingLearned } from '#contract/service-profile.ts'
import type { SoundName } from '#contract/settings-derive.ts'
import type { ProfileStore } from '../forward/service-profile.ts'
import type { Upstream } from '../forward/upstream.ts'

interface Options {
  upstream: Upstream
  profiles: ProfileStore
  /** The names of sounds in the built-in service. */
  soundName: SoundName
  /** The sounds that the operator declared for the remote service. */
  declared: readonly { id: number; name: string }[]
  /** Unix seconds. */
  now: () => number
}

/** What the gateway has learned about how the service handles updates, like the page (platform/service/known-sounds.ts). */
export function createKnownSounds({ upstream, profiles, soundName, declared, now }: Options) {
  return async (accountId: number): Promise<KnownSounds> => {
    if (upstream.kind === 'bundled') return soundsOf({ profile: () => null, nameOf: soundName, learn: () => {} })
    const stored = await profiles.read(upstream.address, accountId)
    let profile = stored.profile ?? nothingLearned
    return soundsOf({
      profile: () => profile,
      nameOf: (sound) => namesByNumber(declared, profile.sounds).get(sound),
      // If it cannot be stored, it is learned again later.
      learn: (write) => {
        const grown = afterWrite(profile, write, now())
        if (JSON.stringify(grown) === JSON.stringify(profile)) return
        profile = grown
        void profiles.write(upstream.address, accountId, grown, stored.revision).catch(() => null)
      },
    })
  }
}
