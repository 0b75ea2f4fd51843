import { Button } from '@mantine/core'
import type { Chat } from '#contract/chats.ts'
import { chatTitle } from '#contract/chat-title.ts'
import type { PresetOn } from '#contract/workspace/presets.ts'
import { presetOpening } from '#dashboard/platform/presets/opening.ts'
import { titleOf, untilInWords } from '#dashboard/platform/presets/presets-on.ts'
import { endInWords } from '#dashboard/platform/presets/until.ts'
import { to } from '#dashboard/platform/to.ts'
import { blocked } from '#dashboard/ui/form/blocked.ts'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { useEndNow, usePresetRights } from '../actions.ts'
import classes from './PresetDetails.module.css'

const maxNamed = 8

/** Where the preset is on, with what can be done about it. */
export function OnBox({ on, chats }: { on: PresetOn; chats: Chat[] }) {
  const now = useNow() * 1000
  const { mayEnd, hasAll } = usePresetRights()(on)
  const endNow = useEndNow()
  const names = on.chats.slice(0, maxNamed).map(({ chatId }) => chatTitle(chats.find(({ id }) => id === chatId) ?? { chatId, name: '' }))
  return (
    <section className={classes.box} aria-label={titleOf(on)}>
      <Icon name="shield" className="warn" />
      <p className="grow">
        <b className="outside">{titleOf(on)}</b> <span className="outside">{sinceAndUntil(on, now)}</span>
        <span className="block quiet outside">
          {names.join(', ')}
          {on.chats.length > names.length && plural(on.chats.length - names.length, ' and {count} more', ' and {count} more')}
        </span>
      </p>
      {hasAll && (
        <PageLink to={to.change(on.id)} className="link fz-help">
          What changed
        </PageLink>
      )}
      {mayEnd && (
        <span className="row">
          <Button
            size="xs"
            {...(hasAll ? { onClick: () => presetOpening.set({ dialog: 'extend', onId: on.id }) } : blocked(`extend-${on.id}`))}
          >
            Extend…
          </Button>
          <Button size="xs" loading={endNow.isPending} onClick={() => endNow.mutate(on)}>
            End now
          </Button>
        </span>
      )}
      {mayEnd && !hasAll && (
        <span id={`extend-${on.id}`} className={`help ${classes.whole}`}>
          It is also on in other chats, and is extended in all of them together.
        </span>
      )}
    </section>
  )
}

/** "by Ana since 19:30, until 21:30" @param now milliseconds */
function sinceAndUntil(on: PresetOn, now: number): string {
  const [since, until] = [endInWords(on.at, now), untilInWords(on, now)]
  return on.by === '' ? `since ${since}, ${until}` : `by ${on.by} since ${since}, ${until}`
}
