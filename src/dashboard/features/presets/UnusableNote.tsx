import type { UnusableValue } from '#contract/presets/preset.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { listed, plural } from '#dashboard/ui/format/numbers.ts'
import { settingLabel } from './value-words.ts'

const maxNamed = 10

/** What another release wrote into a preset and this one cannot set. */
export const UnusableNote = ({ unusable }: { unusable: readonly UnusableValue[] }) =>
  unusable.length > 0 && (
    <Banner>
      <span className="outside">
        {plural(
          unusable.length,
          'This release cannot set {count} setting of the preset, so it is left out: {names}.',
          'This release cannot set {count} settings of the preset, so they are left out: {names}.',
          { names: listed(unusable.slice(0, maxNamed).map(({ setting }) => settingLabel(setting))) },
        )}
      </span>
    </Banner>
  )
