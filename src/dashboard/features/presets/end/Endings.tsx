import { Anchor, Button, Checkbox } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { serviceNameFirst } from '#contract/provider-names.ts'
import type { PresetEndPreview, PresetOn } from '#contract/workspace/presets.ts'
import { useWorkspaceAction } from '#dashboard/platform/api/workspace-query.ts'
import { undecidedIn } from '#dashboard/platform/presets/presets-on.ts'
import { endInWords } from '#dashboard/platform/presets/until.ts'
import { FailedChange } from '#dashboard/platform/saving/change-notes.tsx'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { count, listed, plural } from '#dashboard/ui/format/numbers.ts'
import { clock, useNow } from '#dashboard/ui/format/time.tsx'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { refreshPresets, reportEnded } from '../actions.ts'
import { useFirstFocus } from '../use-first-focus.ts'
import { settingLabel } from '../value-words.ts'
import { ChatRow } from './ChatRow.tsx'
import { Decision } from './Decision.tsx'
import classes from './Endings.module.css'
import {
  choicesOf,
  countOf,
  decideAll,
  decisionKey,
  decisionOn,
  endingsOf,
  keptDecisions,
  restoredCount,
  type Decisions,
} from './endings.ts'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'
import { chatTitle } from '#contract/chat-title.ts'

interface EndingsProps {
  on: PresetOn
  preview: PresetEndPreview
  reading: { isFetching: boolean; refetch: () => Promise<{ data: { data: PresetEndPreview } | undefined }> }
  catalogue: Catalogue
  onBusy: (isBusy: boolean) => void
  onClose: () => void
}

export function Endings({ on, preview, reading, catalogue, onBusy, onClose }: EndingsProps) {
  const { name } = on
  const now = useNow() * 1000
  const cancel = useFirstFocus<HTMLButtonElement>()
  const [decisions, setDecisions] = useState<Decisions>({})
  const [acceptsRisks, setAcceptsRisks] = useState(false)
  const [isAskedAgain, setAskedAgain] = useState(false)
  const [decide, back, under, already] = (['decide', 'back', 'under', 'already'] as const).map((kind) => endingsOf(preview, kind)) as [
    ReturnType<typeof endingsOf>,
    ReturnType<typeof endingsOf>,
    ReturnType<typeof endingsOf>,
    ReturnType<typeof endingsOf>,
  ]
  const atRisk = [...new Set(preview.chats.flatMap(({ soundsAtRisk }) => soundsAtRisk))]
  const unread = preview.chats.filter(({ message, isGone }) => message !== '' && !isGone)
  const gone = preview.chats.filter(({ isGone }) => isGone)
  const restored = restoredCount(preview, decisions)
  const since = endInWords(on.at, now)

  const ending = useWorkspaceAction('presetEnd', async (send) => {
    onBusy(true)
    try {
      const choices = choicesOf(preview, decisions)
      const { data } = await send('presetEnd', { params: { onId: on.id }, body: { choices, ...(acceptsRisks && { acceptRisks: true }) } })
      await refreshPresets()
      if (undecidedIn(data) > 0) {
        // Somebody changed a value again since it was read here.
        setAskedAgain(true)
        const { data: again } = await reading.refetch()
        setDecisions(again ? keptDecisions(decisions, preview, again.data) : {})
        return
      }
      reportEnded(data)
      onClose()
    } finally {
      onBusy(false)
    }
  })

  return (
    <div className={classes.dialog}>
      <p className={classes.head} role="status">
        <span className="grow">
          {plural(
            countOf([...decide, ...back, ...under, ...already]),
            '{name} set {count} value at {time}.',
            '{name} set {count} values at {time}.',
            {
              name,
              time: since,
            },
          )}{' '}
          <b>{plural(countOf(back), '{count} goes back.', '{count} go back.')}</b>{' '}
          {decide.length > 0 && (
            <>
              <b>{plural(countOf(decide), '{count} needs your decision.', '{count} need your decision.')}</b>{' '}
            </>
          )}
          {already.length > 0 && plural(countOf(already), '{count} is back already.', '{count} are back already.')}
        </span>
        <Button
          variant="subtle"
          size="xs"
          c="dimmed"
          leftSection={<Icon name="refresh" size={14} />}
          loading={reading.isFetching}
          onClick={() => void reading.refetch()}
          aria-label={`Read the chats again. They were read at ${clock(preview.readAt)}.`}
        >
          <span className="num regular">read at {clock(preview.readAt)}</span>
        </Button>
      </p>
      {isAskedAgain && <Banner>A value was changed again while you decided. It stays until you decide once more.</Banner>}
      {ending.error !== null && (
        <Banner tone="bad">
          <FailedChange error={ending.error} title="It was not ended." />
        </Banner>
      )}
      {unread.map((chat) => (
        <Banner key={chat.chatId}>
          <b className="outside">{chatTitle(chat)}</b> could not be read. {chat.message} It stays on there, and you can try again.
        </Banner>
      ))}
      {decide.length > 0 && (
        <Section
          icon="info"
          isAmber
          title="Changed in the meantime"
          many={countOf(decide)}
          aside={
            countOf(decide) > 1 && (
              <>
                <Anchor component="button" type="button" fz="help" onClick={() => setDecisions(decideAll(preview, 'keep'))}>
                  Keep all
                </Anchor>
                <Anchor component="button" type="button" fz="help" onClick={() => setDecisions(decideAll(preview, 'back'))}>
                  Put back all
                </Anchor>
              </>
            )
          }
        >
          {decide.flatMap(({ chat, values }) =>
            values.map((value) => (
              <Decision
                key={decisionKey(chat.chatId, value.setting)}
                chatId={chat.chatId}
                chatName={chatTitle(chat)}
                value={value}
                since={since}
                put={decisionOn(decisions, chat.chatId, value.setting)}
                onPut={(put) => setDecisions({ ...decisions, [decisionKey(chat.chatId, value.setting)]: put })}
                catalogue={catalogue}
                now={now}
              />
            )),
          )}
        </Section>
      )}
      {back.length > 0 && (
        <Section icon="undo" title="Goes back" many={countOf(back)}>
          {back.map((one) => (
            <ChatRow key={one.chat.chatId} {...one} catalogue={catalogue} />
          ))}
        </Section>
      )}
      {under.length > 0 && (
        <Section icon="toggles" title="Held by another preset, which puts it back when it ends" many={countOf(under)}>
          {under.map((one) => (
            <ChatRow key={one.chat.chatId} {...one} catalogue={catalogue} />
          ))}
        </Section>
      )}
      {already.length > 0 && (
        <Section icon="done" title="Back already" many={countOf(already)}>
          {already.map((one) => (
            <ChatRow key={one.chat.chatId} {...one} catalogue={catalogue} />
          ))}
        </Section>
      )}
      {gone.length > 0 && (
        <p className="help">
          {plural(gone.length, '{count} chat was deleted in the meantime.', '{count} chats were deleted in the meantime.')}
        </p>
      )}
      {atRisk.length > 0 && (
        <Checkbox
          checked={acceptsRisks}
          onChange={(event) => setAcceptsRisks(event.currentTarget.checked)}
          label="Accept that sounds may be reset"
          description={`${serviceNameFirst()} may reset sounds whose names are not known: ${listed(atRisk.map(settingLabel))}.`}
        />
      )}
      <DialogFoot note="The other settings of these chats stay as they are.">
        <Button ref={cancel} data-autofocus onClick={onClose} disabled={ending.isPending}>
          Cancel
        </Button>
        <Button variant="filled" loading={ending.isPending} onClick={() => ending.mutate()}>
          {buttonLabel(on, restored)}
        </Button>
      </DialogFoot>
    </div>
  )
}

function buttonLabel({ ended, name }: PresetOn, restored: number): string {
  if (ended !== null)
    return restored === 0 ? 'Keep what is there now' : plural(restored, 'Put back {count} value', 'Put back {count} values')
  return restored === 0
    ? `End ${name}`
    : plural(restored, 'End {name}, restore {count} value', 'End {name}, restore {count} values', { name })
}

interface SectionProps {
  icon: IconName
  isAmber?: true
  title: string
  many: number
  aside?: ReactNode
  children: ReactNode
}

const Section = ({ icon, isAmber, title, many, aside, children }: SectionProps) => (
  <section className={classes.section}>
    <h3 className={classes.heading}>
      <Icon name={icon} className={isAmber ? 'warn' : 'quiet'} /> {title} <span className="num">{count(many)}</span>
      {aside && <span className={classes.aside}>{aside}</span>}
    </h3>
    {children}
  </section>
)
