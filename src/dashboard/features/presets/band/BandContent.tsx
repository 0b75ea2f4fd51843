import type { PresetOn } from '#contract/workspace/presets.ts'
import { heldChats, titleOf, chatsIn, detailOf, undecidedIn } from '#dashboard/platform/presets/presets-on.ts'
import { to } from '#dashboard/platform/to.ts'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './BandContent.module.css'
import { presetOpening } from '#dashboard/platform/presets/opening.ts'
import { durationInWords } from '#dashboard/platform/presets/until.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { PlainButton } from '#dashboard/ui/form/PlainButton.tsx'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { useEndNow, usePresetRights, useRetry } from '../actions.ts'

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

/** One preset that is on, or what it left to do. */
function OneBand({ on }: { on: PresetOn }) {
  const now = useNow() * 1000
  const { mayEnd, mayExtend } = usePresetRights()(on)
  const endNow = useEndNow()
  const retry = useRetry()
  const isOn = on.ended === null
  const detail = detailOf(on, now)
  const failed = chatsIn(on, 'failed', 'notEnded')
  return (
    <>
      <p className={classes.words}>
        <span role="status" className="outside">
          <b>{detail === '' ? titleOf(on) : `${titleOf(on)},`}</b> {detail}
        </span>
        {isOn && on.until !== null && on.until > now && <span className="quiet not-on-phones">{durationInWords(on.until - now)} left</span>}
      </p>
      <PageLink to={to.presets(on.presetId)} className="link fz-help rigid not-on-phones">
        Show chats
      </PageLink>
      {!mayEnd && <WhoCan on={on} />}
      {mayEnd && failed.length > 0 && (
        <PlainButton size="xs" loading={retry.isPending} onClick={() => retry.mutate({ on })}>
          Try again
        </PlainButton>
      )}
      {mayEnd && isOn && (
        <>
          {mayExtend && (
            <button
              type="button"
              className="link fz-help rigid not-on-phones"
              onClick={() => presetOpening.set({ dialog: 'extend', onId: on.id })}
            >
              Extend…
            </button>
          )}
          <PlainButton size="xs" loading={endNow.isPending} onClick={() => endNow.mutate(on)}>
            End now
          </PlainButton>
        </>
      )}
      {mayEnd && !isOn && undecidedIn(on) > 0 && (
        <PlainButton size="xs" onClick={() => presetOpening.set({ dialog: 'end', onId: on.id })}>
          Decide…
        </PlainButton>
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
