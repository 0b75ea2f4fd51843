import { Button } from '#dashboard/ui/form/Button.tsx'
import type { PresetOn } from '#contract/gateway/presets.ts'
import { detailOf, titleOf } from '#dashboard/platform/presets/presets-on.ts'
import { presetOpening } from '#dashboard/platform/presets/opening.ts'
import { to } from '#dashboard/platform/to.ts'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { duration } from '#dashboard/ui/format/dates.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { useEndNow, usePresetRights } from '../actions.ts'

export function BandContent({ list }: { list: PresetOn[] }) {
  const [first, ...others] = list
  return (
    <section className="band band-warn" aria-label="Modes that are on">
      <Icon name="shield" className="warn" />
      {first && others.length === 0 ? <OneBand on={first} /> : <Several list={list} />}
    </section>
  )
}

function Several({ list }: { list: PresetOn[] }) {
  const chats = new Set(list.flatMap((one) => one.chats.map(({ chatId }) => chatId)))
  return (
    <>
      <p className="row wrap grow" role="status">
        <b>{plural(list.length, '{count} mode on in {chats}', '{count} modes on in {chats}', { chats: counted(chats.size, 'chat') })}</b>
      </p>
      <PageLink to={to.modes()} className="link fz-help rigid">
        Show modes
      </PageLink>
    </>
  )
}

function OneBand({ on }: { on: PresetOn }) {
  const now = useNow() * 1000
  const { mayEnd, hasAll } = usePresetRights()(on)
  const endNow = useEndNow()
  return (
    <>
      <p className="row wrap grow gap-12">
        <span role="status" className="outside">
          <b>{titleOf(on)},</b> {detailOf(on, now)}
        </span>
        {on.until !== null && on.until > now && <span className="quiet not-on-phones">{duration(on.until - now)} left</span>}
      </p>
      <PageLink to={to.modes(on.presetId)} className="link fz-help rigid not-on-phones">
        Show chats
      </PageLink>
      {hasAll && (
        <>
          <PageLink to={to.change(on.id)} className="link fz-help rigid not-on-phones">
            What changed
          </PageLink>
          <button
            type="button"
            className="link fz-help rigid not-on-phones"
            onClick={() => presetOpening.set({ dialog: 'extend', onId: on.id })}
          >
            Extend…
          </button>
        </>
      )}
      {mayEnd ? (
        <Button size="xs" loading={endNow.isPending} onClick={() => endNow.mutate(on)}>
          End now
        </Button>
      ) : (
        <WhoCan on={on} />
      )}
    </>
  )
}

/** For people who may not end it. Without a team everybody may. */
function WhoCan({ on }: { on: PresetOn }) {
  const owners = useSession().team?.owners ?? []
  const names = [...new Set([...(on.by === '' ? [] : [on.by]), ...owners])]
  return <span className="outside quiet fz-help">Ask {names.join(' or ')} to end it.</span>
}
