import { Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import type { Poll } from '#contract/polls.ts'
import { whereKept } from '#dashboard/platform/records/records.ts'
import { CopyButton } from '#dashboard/ui/form/CopyButton.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { barsOf } from '../bars.ts'
import { answersOf } from '#engine/polls/votes.ts'
import { VoteBars } from '../VoteBars.tsx'

interface DeletedVotesProps {
  poll: Poll
  what: 'reset' | 'delete'
  onKeep: (keep: boolean) => void
}

/** The votes that an action deletes, with a way to copy them and the option to keep them. */
export function DeletedVotes({ poll, what, onKeep }: DeletedVotesProps) {
  const bars = barsOf(answersOf(poll))
  const lead = what === 'delete' ? 'This cannot be undone. ' : ''
  if (bars.total === 0) return <>{what === 'delete' ? lead : 'It has no votes.'}</>
  return (
    <Stack gap="md">
      <div className="row">
        {lead}
        {counted(bars.total, 'vote')} will be deleted:
        <CopyButton value={asText(poll)} label="Copy the votes" />
      </div>
      <VoteBars label="Votes to be deleted" bars={bars} />
      <KeepSwitch onKeep={onKeep} />
    </Stack>
  )
}

/** Selects whether the votes are kept as an earlier round of the poll. @param onKeep called on every change; initially the votes are kept */
export function KeepSwitch({ onKeep }: { onKeep: (keep: boolean) => void }) {
  const [keep, setKeep] = useState(true)
  return (
    <Switch
      label="Keep these votes"
      description={`As an earlier round of the poll. ${whereKept}`}
      checked={keep}
      onChange={(event) => {
        setKeep(event.currentTarget.checked)
        onKeep(event.currentTarget.checked)
      }}
    />
  )
}

/** Text for a spreadsheet or a note: the question, then one answer per line. */
const asText = (poll: Poll) => [poll.question, ...answersOf(poll).map(({ text, votes }) => `${votes}\t${text}`)].join('\n')
