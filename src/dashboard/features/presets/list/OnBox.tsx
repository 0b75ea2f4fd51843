import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { serviceNameFirst } from '#contract/provider-names.ts'
import type { PresetOn } from '#contract/workspace/presets.ts'
import { presetOpening } from '#dashboard/platform/presets/opening.ts'
import { chatsIn, heldChats, titleOf, undecidedIn, untilInWords } from '#dashboard/platform/presets/presets-on.ts'
import { endInWords } from '#dashboard/platform/presets/until.ts'
import { blocked } from '#dashboard/ui/form/blocked.ts'
import { listed, plural } from '#dashboard/ui/format/numbers.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { chatNameOf, useEndNow, usePresetRights, useRetry } from '../actions.ts'
import { settingLabel } from '../value-words.ts'
import classes from './PresetDetails.module.css'

const maxNamed = 8

/** Where the preset is on, with what can be done about it. */
export function OnBox({ on }: { on: PresetOn }) {
  const now = useNow() * 1000
  const { mayEnd, mayExtend } = usePresetRights()(on)
  const endNow = useEndNow()
  const isOn = on.ended === null
  const shown = isOn ? heldChats(on) : chatsIn(on, 'decide', 'notEnded', 'ending')
  const names = shown.slice(0, maxNamed).map(chatNameOf)
  return (
    <section className={classes.box} aria-label={titleOf(on)}>
      <Icon name="shield" className="warn" />
      <p className="grow">
        <b className="outside">{titleOf(on)}</b> {isOn && <span className="outside">{sinceAndUntil(on, now)}</span>}
        <span className="block quiet outside">
          {names.join(', ')}
          {shown.length > names.length && plural(shown.length - names.length, ' and {count} more', ' and {count} more')}
        </span>
      </p>
      {mayEnd && isOn && (
        <span className="row">
          <Button
            size="xs"
            {...(mayExtend ? { onClick: () => presetOpening.set({ dialog: 'extend', onId: on.id }) } : blocked(`extend-${on.id}`))}
          >
            Extend…
          </Button>
          <Button size="xs" loading={endNow.isPending} onClick={() => endNow.mutate(on)}>
            End now
          </Button>
        </span>
      )}
      {mayEnd && !isOn && undecidedIn(on) > 0 && (
        <Button size="xs" onClick={() => presetOpening.set({ dialog: 'end', onId: on.id })}>
          Decide…
        </Button>
      )}
      {mayEnd && isOn && !mayExtend && (
        <span id={`extend-${on.id}`} className={`help ${classes.whole}`}>
          It is also on in other chats, and is extended in all of them together.
        </span>
      )}
      <Problems on={on} mayEnd={mayEnd} />
    </section>
  )
}

/** "by Ana since 19:30, until 21:30" @param now milliseconds */
function sinceAndUntil(on: PresetOn, now: number): string {
  const [since, until] = [endInWords(on.at, now), untilInWords(on, now)]
  return on.by === '' ? `since ${since}, ${until}` : `by ${on.by} since ${since}, ${until}`
}

/** Where it could not be turned on or ended, and what the service did not keep. */
function Problems({ on, mayEnd }: { on: PresetOn; mayEnd: boolean }) {
  const retry = useRetry()
  const [acceptRisks, setAcceptRisks] = useState(false)
  const failed = chatsIn(on, 'failed', 'notEnded')
  const atRisk = [...new Set(failed.flatMap(({ soundsAtRisk }) => soundsAtRisk))]
  const notKept = on.chats.filter((chat) => chat.notKept.length > 0)
  if (failed.length === 0 && notKept.length === 0) return null
  return (
    <div className={classes.failed}>
      {failed.map((chat) => (
        <p key={chat.chatId} className="outside">
          <b>{chatNameOf(chat)}</b> {chat.state === 'failed' ? 'Not turned on.' : 'Not ended.'} {chat.message}
        </p>
      ))}
      {notKept.map((chat) => (
        <p key={chat.chatId} className="outside">
          <b>{chatNameOf(chat)}</b> {serviceNameFirst()} did not keep: {listed(chat.notKept.map(settingLabel))}.
        </p>
      ))}
      {atRisk.length > 0 && (
        <Checkbox
          checked={acceptRisks}
          onChange={(event) => setAcceptRisks(event.currentTarget.checked)}
          label="Accept that sounds may be reset"
          description={listed(atRisk.map(settingLabel))}
        />
      )}
      {mayEnd && failed.length > 0 && (
        <span>
          <Button size="xs" loading={retry.isPending} onClick={() => retry.mutate({ on, acceptRisks })}>
            Try again
          </Button>
        </span>
      )}
    </div>
  )
}
