import { Button } from '#dashboard/ui/form/Button.tsx'
import { Checkbox, Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { type ChatScan, recentFirst, useChatScan, useScannedChats } from '#dashboard/platform/chats/chat-scan.ts'
import { ChatPicker } from '#dashboard/platform/chats/ChatPicker.tsx'
import { FormDrawer } from '#dashboard/platform/saving/FormDrawer.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { errorMessage, readErrorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { type IpRange, countOf } from '#engine/bans/range.ts'
import { confirmWide } from '../add/ban.ts'
import { type BanListAnswer, banLists, rangesOf } from '../ban-lists.ts'
import { planFor, startBanJobs } from '../changes/ban-job.ts'
import type { BanScreen } from '../use-ban-screen.ts'
import { type CopyMode, planCopy } from './compare-chats.ts'
import { type ChatBans, Matrix } from './Matrix.tsx'
import { Loading } from '#dashboard/ui/feedback/Loaded.tsx'

/** The entries of this chat in all chats, and a way to copy them there. The changes are shown before anything is sent. */
export function AcrossChatsDrawer({ screen: { chat, list, chosen, close } }: { screen: BanScreen }) {
  const chats = useQuery(endpointQuery('chatList', {}))
  const others = useMemo(() => recentFirst((chats.data?.data ?? []).filter(({ id }) => id !== chat.id)), [chats.data, chat.id])
  const [targets, setTargets] = useState<ReadonlySet<number>>(new Set())
  const [all, setAll] = useState(false)
  const scan = useChatScan(useScannedChats(others, banLists, all, targets), banLists)
  const [mode, setMode] = useState<CopyMode>('copy')
  const [onlyChosen, setOnlyChosen] = useState(chosen.length > 0)
  const [isNothing, setIsNothing] = useState(false)
  const source = onlyChosen && mode === 'copy' && chosen.length > 0 ? chosen : list.entries
  const unread = [...targets].filter((id) => !scan.found.has(id)).length
  const isWaiting = unread > 0
  // Computed once, when the lists of all chosen chats are read.
  const plans = useMemo(
    () =>
      others.flatMap((chat) => {
        const answer = targets.has(chat.id) && !isWaiting ? scan.found.get(chat.id) : undefined
        if (!answer || answer instanceof Failure) return []
        const { steps, mayUnban } = planCopy(source, rangesOf(answer), mode)
        return [planFor(chat, steps, { mayUnban })]
      }),
    [others, targets, isWaiting, scan.found, source, mode],
  )
  const comparedLists = useMemo(() => compared(others, targets, scan.found), [others, targets, scan.found])
  const going = plans.filter(({ steps }) => steps.length > 0)
  const failed = [...targets].filter((id) => scan.found.get(id) instanceof Failure).length
  const steps = going.reduce((sum, plan) => sum + plan.steps.length, 0)

  async function start() {
    const chatCount = counted(going.length, 'chat')
    await startBanJobs({
      plans: going,
      title: mode === 'copy' ? `Copying bans to ${chatCount}` : `Making ${chatCount} equal`,
      doneMessage: mode === 'copy' ? `${counted(steps, 'ban')} copied to ${chatCount}` : `${chatCount} made equal`,
    })
    close()
  }

  const copying = useAction(null, start)

  function go() {
    if (isWaiting) return
    setIsNothing(going.length === 0)
    const banned = going.flatMap((plan) => plan.steps.flatMap(({ action, range }) => (action === 'ban' ? [range] : [])))
    if (going.length > 0 && !confirmWide(banned, start)) copying.mutate()
  }

  return (
    <FormDrawer
      title="Across chats"
      onClose={close}
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
      submit={steps === 0 ? 'Start' : `Make ${counted(steps, 'change')}`}
      {...(isWaiting && { notYet: `Reading ${counted(unread, 'chosen list', 'chosen lists')}…` })}
      action={copying}
    >
      {chats.error && !chats.data ? (
        <LoadError what="The other chats" reading={chats} />
      ) : !chats.data ? (
        <Loading what="the chats" className="" />
      ) : others.length === 0 ? (
        <div>There is no other chat in this account.</div>
      ) : (
        <>
          <Radio.Group label="What to do" value={mode} onChange={(value) => setMode(value === 'equal' ? 'equal' : 'copy')}>
            <div className="stack mt-8">
              <Radio value="copy" label="Copy" description="Bans this chat’s entries in the chosen chats. Nothing is unbanned." />
              <Radio value="equal" label="Make equal" description="Also unbans what is not in this chat’s list." />
            </div>
          </Radio.Group>
          {mode === 'copy' && chosen.length > 0 && (
            <Checkbox
              label={`Only the ${counted(chosen.length, 'selected entry', 'selected entries')}, not all ${count(list.entries.length)}`}
              checked={onlyChosen}
              onChange={(event) => setOnlyChosen(event.currentTarget.checked)}
            />
          )}
          {isNothing && going.length === 0 && <Banner>Choose a chat whose list would change.</Banner>}
          <ChatPicker
            label="To these chats"
            chats={others}
            chosen={targets}
            onChoose={setTargets}
            describe={({ id }) => dryRun(scan.found.get(id), source, mode)}
          />
          {failed > 0 && <Banner tone="bad">{counted(failed, 'chosen chat')} could not be read and will be left out.</Banner>}
          <ScanStatus scan={scan} all={others.length} onAll={() => setAll(true)} />
          <Matrix chat={chat} entries={list.entries} compared={comparedLists} others={others.length} />
        </>
      )}
    </FormDrawer>
  )
}

/** How many chats the comparison shows side by side. */
const maxCompared = 20

/** The chosen chats first, then the ones that were read. */
function compared(others: readonly Chat[], targets: ReadonlySet<number>, found: ReadonlyMap<number, BanListAnswer>): ChatBans[] {
  const read = others.flatMap((chat) => {
    const answer = found.get(chat.id)
    return answer && !(answer instanceof Failure) ? [{ chat, answer }] : []
  })
  const isChosen = ({ chat }: { chat: Chat }) => targets.has(chat.id)
  return [...read.filter(isChosen), ...read.filter((list) => !isChosen(list))]
    .slice(0, maxCompared)
    .map(({ chat, answer }) => ({ chat, entries: rangesOf(answer) }))
}

/** The changes that would be made in a chat. */
function dryRun(answer: BanListAnswer | undefined, source: readonly IpRange[], how: CopyMode): string {
  if (!answer) return ''
  if (answer instanceof Failure) return `Its list could not be read. ${readErrorMessage(answer).advice}`
  const entries = rangesOf(answer)
  const { steps, mayUnban } = planCopy(source, entries, how)
  const bans = steps.filter(({ action }) => action === 'ban').length
  const unbans = steps.length - bans
  if (steps.length === 0) return source.length === 0 ? 'Nothing to copy: this list is empty' : 'Nothing to do: all of it is already banned'
  return [
    ...(bans > 0 ? [`Bans ${counted(bans, 'entry', 'entries')}.`] : []),
    ...(unbans > 0
      ? [`Unbans ${counted(unbans, 'entry', 'entries')}: ${counted(countOf(mayUnban), 'address', 'addresses')} will be allowed again.`]
      : []),
    `Has ${counted(entries.length, 'entry', 'entries')} now.`,
  ].join(' ')
}

function ScanStatus({ scan, all, onAll }: { scan: ChatScan<unknown>; all: number; onAll: () => void }) {
  const failed = [...scan.found.values()].filter((answer) => answer instanceof Failure).length
  const read = scan.found.size - failed
  const readRest = () => {
    onAll()
    scan.restart()
  }
  return (
    <div className="help row between wrap">
      <span role="status">
        {scan.isReading ? `Reading ${count(read)} of ${counted(all, 'chat')}…` : `Read ${count(read)} of ${counted(all, 'chat')}.`}
        {failed > 0 && ` ${counted(failed, 'chat')} could not be read.`}
        {scan.heldBy && ` ${errorMessage(scan.heldBy).cause}. Waiting…`}
        {scan.error !== null && ` ${errorMessage(scan.error).cause}.`}
      </span>
      {!scan.isReading && read < all && (
        <Button size="xs" onClick={readRest}>
          {scan.total < all ? `Read all ${count(all)}` : 'Try again'}
        </Button>
      )}
    </div>
  )
}
