import { Button } from '#dashboard/ui/form/Button.tsx'
import { Checkbox, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { maxChosenChats } from '#contract/chat-choice.ts'
import type { Chat } from '#contract/chats.ts'
import { usableValues } from '#contract/presets/preset.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import type { PresetPreviewChat } from '#contract/gateway/presets.ts'
import { right } from '#contract/gateway/rights.ts'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { chosenChats } from '#dashboard/platform/chats/chosen-chats.ts'
import type { KnownPreset } from '#dashboard/platform/presets/known-presets.ts'
import type { TurnOnRequest } from '#dashboard/platform/presets/opening.ts'
import { endInWords, endOf, type Until } from '#dashboard/platform/presets/until.ts'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { count, counted, listed, plural } from '#dashboard/ui/format/numbers.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { useTurnOn } from '../actions.ts'
import { settingLabel, UnusableNote } from '../value-words.tsx'
import { chatSets, firstChoice, isReady, rowsOf, sumsOf } from './choosing.ts'
import classes from './turn-on.module.css'
import { AddChats, TurnOnTable } from './TurnOnTable.tsx'
import { DialogFoot } from '#dashboard/ui/overlay/Dialog.tsx'
import { UntilChoice, useNowMs } from './ExtendDialog.tsx'

interface TurnOnProps {
  known: KnownPreset
  request: TurnOnRequest
  /** Those in which the person may turn this mode on. */
  chats: Chat[]
  /** How many they may turn on others in, but not this one. */
  leftOut: number
  labels: ChatLabels
  catalogue: Catalogue
  /** Where the mode can be chosen here. */
  presets?: KnownPreset[]
  onPreset?: (presetId: string) => void
  onBusy: (isBusy: boolean) => void
  onClose: () => void
}

export function TurnOn({ known, request, chats, leftOut, labels, catalogue, presets, onPreset, onBusy, onClose }: TurnOnProps) {
  const { id: presetId, preset } = known
  const [added, setAdded] = useState<readonly number[]>([])
  const ofPreset = useMemo(() => chosenChats(preset.chats, chats, labels), [preset.chats, chats, labels])
  const first = useMemo(() => firstChoice(request, ofPreset, chats), [request, ofPreset, chats])
  const { rows, tooMany } = useMemo(() => {
    const shown = new Set([...ofPreset.map(({ id }) => id), ...first, ...added])
    return rowsOf(
      chats.filter(({ id }) => shown.has(id)),
      new Set([...first, ...added]),
    )
  }, [chats, ofPreset, first, added])
  const [picked, setPicked] = useState<ReadonlySet<number> | null>(null)
  const [until, setUntil] = useState<Until>(preset.minutes === null ? { kind: 'open' } : { kind: 'for', minutes: preset.minutes })
  const [acceptsRisks, setAcceptsRisks] = useState(false)
  const now = useNowMs()
  const button = useFirstFocus<HTMLButtonElement>()

  const preview = useQuery({
    // In the order of their ids, so that the same chats are one reading.
    ...gatewayQuery('presetPreview', { body: { presetId, chatIds: rows.map(({ id }) => id).toSorted((a, b) => a - b) } }),
    enabled: rows.length > 0,
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const read = useMemo(
    () => new Map(preview.data?.data.chats.map((chat): [number, PresetPreviewChat] => [chat.chatId, chat])),
    [preview.data],
  )
  const chosen = picked ?? new Set(first)
  const ready = rows.flatMap(({ id }) => {
    const chat = chosen.has(id) ? read.get(id) : undefined
    return chat && isReady(chat) ? [chat] : []
  })
  const { changes, changedChats, matching } = sumsOf(ready)
  const atRisk = [...new Set(ready.flatMap(({ soundsAtRisk }) => soundsAtRisk))]
  const unusable = preview.data?.data.unusable ?? []
  const end = endOf(until, now)
  const turnOn = useTurnOn(onBusy, onClose)
  const isReading = rows.length > 0 && (preview.isPending || preview.isPlaceholderData)
  const notYet =
    rows.length === 0
      ? chats.length === 0
        ? leftOut > 0
          ? 'It is for none of your chats.'
          : 'Create a chat first.'
        : 'Add the chats to turn it on in.'
      : end === undefined
        ? 'Enter the time.'
        : atRisk.length > 0 && !acceptsRisks
          ? 'Decide about the sounds first.'
          : ''
  const isOff = isReading || ready.length === 0 || notYet !== ''
  const submit = () => {
    if (isOff || end === undefined || !preview.data) return
    const { version } = preview.data.data
    turnOn.mutate({ presetId, version, chatIds: ready.map(({ chatId }) => chatId), until: end, acceptRisks: atRisk.length > 0 })
  }

  return (
    <div className="column">
      <div className={classes.head}>
        <p role="status" className="grow">
          {isReading ? (
            'Reading the chats…'
          ) : rows.length === 0 ? (
            'No chat is chosen yet.'
          ) : (
            <>
              <b>
                {plural(changes, '{count} setting changes in {chats}.', '{count} settings change in {chats}.', {
                  chats: counted(changedChats, 'chat'),
                })}
              </b>{' '}
              {matching > 0 && (
                <span className="quiet">
                  {plural(matching, '{count} already matches and stays untouched.', '{count} already match and stay untouched.')}
                </span>
              )}
            </>
          )}
        </p>
        {preview.data && (
          <Button
            variant="subtle"
            size="xs"
            tone="quiet"
            icon="refresh"
            loading={preview.isFetching}
            onClick={() => void preview.refetch()}
            aria-label={`Read the chats again. They were read at ${clock(preview.data.data.readAt)}.`}
          >
            <span className="num regular">read at {clock(preview.data.data.readAt)}</span>
          </Button>
        )}
      </div>
      <div className={classes.tools}>
        {presets && onPreset && (
          <Select
            size="xs"
            aria-label="Mode"
            className={classes.preset ?? ''}
            data={presets.map(({ id, preset: { name } }) => ({ value: id, label: name }))}
            value={presetId}
            onChange={(next) => next !== null && onPreset(next)}
          />
        )}
        <div role="group" aria-label="Choose chats" className={classes.sets}>
          {chatSets(rows, request, labels, now / 1000).map(({ key, label, ids }) => (
            <button
              key={key}
              type="button"
              className="chip"
              aria-pressed={ids.length === chosen.size && ids.every((id) => chosen.has(id))}
              onClick={() => setPicked(new Set(ids))}
            >
              <bdi>{label}</bdi> <span className="num regular">{count(ids.length)}</span>
            </button>
          ))}
        </div>
        {rows.length < chats.length && (
          <AddChats
            chats={chats.filter(({ id }) => !rows.some((row) => row.id === id))}
            onAdd={(ids) => {
              setAdded([...added, ...ids])
              setPicked(new Set([...chosen, ...ids]))
            }}
          />
        )}
      </div>
      {leftOut > 0 && (
        <p className="help">
          {plural(
            leftOut,
            '{count} chat that the mode is not for is left out: turning it on there needs the permission “{right}”.',
            '{count} chats that the mode is not for are left out: turning it on there needs the permission “{right}”.',
            { right: right('settings.write').label },
          )}
        </p>
      )}
      {tooMany > 0 && (
        <p className="help">
          {plural(
            tooMany,
            '{count} chat is left out: a mode can be turned on in {most} chats at once. Those used last are listed.',
            '{count} chats are left out: a mode can be turned on in {most} chats at once. Those used last are listed.',
            { most: count(maxChosenChats) },
          )}
        </p>
      )}
      <NotSaved error={turnOn.error} title="It was not turned on." kept="" />
      <UnusableNote unusable={unusable} />
      {preview.error && !preview.data ? (
        <LoadError what="The chats" reading={preview} />
      ) : (
        <TurnOnTable
          rows={rows}
          read={read}
          settings={Object.keys(usableValues(preset.values).values)}
          chosen={chosen}
          onChoose={setPicked}
          catalogue={catalogue}
        />
      )}
      <div className={classes.foot}>
        <UntilChoice minutes={preset.minutes} value={until} onChange={setUntil} />
        {rows.length > 0 && <EndNote end={end ?? null} now={now} endsByItself={preview.data?.data.endsByItself} />}
        {atRisk.length > 0 && (
          <Checkbox
            checked={acceptsRisks}
            onChange={(event) => setAcceptsRisks(event.currentTarget.checked)}
            label="Accept that sounds may be reset"
            description={`${serviceNameFirst()} may reset sounds whose names are not known: ${listed(atRisk.map(settingLabel))}.`}
          />
        )}
      </div>
      <DialogFoot note={notYet}>
        <Button onClick={onClose} disabled={turnOn.isPending}>
          Cancel
        </Button>
        <Button ref={button} data-autofocus variant="filled" loading={turnOn.isPending} onClick={submit} blocked={isOff}>
          {plural(ready.length, 'Turn on in {count} chat', 'Turn on in {count} chats')}
        </Button>
      </DialogFoot>
    </div>
  )
}

interface EndNoteProps {
  /** Milliseconds; null: somebody ends it. */
  end: number | null
  now: number
  /** Whether Roomkeeper ends it. Otherwise a person has to, also after that time. Undefined: not known yet, so nothing is said. */
  endsByItself: boolean | undefined
}

/** What happens at the end. */
function EndNote({ end, now, endsByItself }: EndNoteProps) {
  if (end !== null && endsByItself === undefined) return null
  const isLeftToPeople = end !== null && !endsByItself
  return (
    <p className={classes.note} data-tone={isLeftToPeople ? 'warn' : undefined}>
      <Icon name={isLeftToPeople ? 'warning' : 'undo'} className={isLeftToPeople ? 'warn' : 'quiet'} />
      <span>{endNote(end === null ? null : endInWords(end, now), !isLeftToPeople)}</span>
    </p>
  )
}

function endNote(time: string | null, endsByItself: boolean): string {
  if (time === null)
    return 'When someone ends it, each value goes back to what it is now. A value that is changed in the meantime is kept until someone decides.'
  return endsByItself
    ? `At ${time} each value goes back to what it is now, even if nobody is signed in. A value that is changed in the meantime is kept until someone decides.`
    : `At ${time} someone has to end it: background access is off, so Roomkeeper can’t do it. Each value then goes back to what it is now. An Owner can turn on background access under Automation.`
}

/**
 * For the element that has the focus when the dialog opens: its content is loaded after it, and `data-autofocus` only works for what is there at once. A
 * field that the person is in keeps the focus.
 */
function useFirstFocus<E extends HTMLElement>() {
  const element = useRef<E>(null)
  useEffect(() => {
    if (!(document.activeElement instanceof HTMLInputElement)) element.current?.focus()
  }, [])
  return element
}
