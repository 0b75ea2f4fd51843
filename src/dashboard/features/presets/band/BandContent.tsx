import type { PresetOn } from '#contract/workspace/presets.ts'
import { heldChats, titleOf } from '#dashboard/platform/presets/presets-on.ts'
import { to } from '#dashboard/platform/to.ts'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './BandContent.module.css'
import { OneBand } from './OneBand.tsx'

export function BandContent({ list }: { list: PresetOn[] }) {
  const [first, ...others] = list
  return (
    <section className={classes.band} aria-label="Presets that are on">
      <Icon name="shield" className="warn" />
      {first && others.length === 0 ? <OneBand on={first} /> : <Several list={list} />}
    </section>
  )
}

function Several({ list }: { list: PresetOn[] }) {
  const on = list.filter(({ ended }) => ended === null)
  const left = list.filter(({ ended }) => ended !== null)
  const chats = new Set(on.flatMap((one) => heldChats(one).map(({ chatId }) => chatId)))
  return (
    <>
      <p className={classes.words} role="status">
        {on.length > 0 && (
          <b>
            {plural(on.length, '{count} preset on in {chats}', '{count} presets on in {chats}', { chats: counted(chats.size, 'chat') })}
          </b>
        )}
        {left.map((one) => (
          <span key={one.id} className="outside">
            {titleOf(one)}
          </span>
        ))}
      </p>
      <PageLink to={to.presets()} className="link fz-help rigid">
        Show presets
      </PageLink>
    </>
  )
}
