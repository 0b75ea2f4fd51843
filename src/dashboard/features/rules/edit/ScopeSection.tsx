import { Radio, Stack, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { ChatsEditor } from '#dashboard/platform/chats/ChatsEditor.tsx'
import { chosenChats } from '#dashboard/platform/chats/chosen-chats.ts'
import { ZoneSelect } from '#dashboard/ui/form/ZoneSelect.tsx'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { ownZone } from '#dashboard/ui/format/time-of-day.ts'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import classes from './form.module.css'
import type { RulePartProps } from './parts.ts'
import { chatsText, chosenChatsOf, hoursText, typedHours, type TypedHours } from './rule-fields.ts'
import { dayNames, hoursInWords } from './rule-texts.ts'
import { Section } from './Section.tsx'

interface ScopeSectionProps extends RulePartProps {
  chats: Chat[]
  labels: ChatLabels
}

/** The chats and the hours of a rule. */
export function ScopeSection(props: ScopeSectionProps) {
  const { values, problems, mayWrite, set, chats, labels } = props
  const choice = chosenChatsOf(values.chats)
  const hours = typedHours(values.hours)
  return (
    <Section title="Scope" problems={[problems.chats, problems.hours]}>
      <Opener icon="chats" label="Chats" words={chatsLine(choice, chats, labels)} isWrong={choice !== 'all' && isNone(choice)}>
        {mayWrite ? (
          <ChatsEditor chats={chats} labels={labels} value={choice} onChange={(next) => set('chats', chatsText(next))} />
        ) : (
          <p className="help outside">
            {chosenChats(choice, chats, labels)
              .map(({ name }) => name)
              .join(', ')}
          </p>
        )}
      </Opener>
      <Opener icon="clock" label="Hours" words={hoursInWords(values.hours)} isWrong={problems.hours !== undefined}>
        <HoursEditor hours={hours} disabled={!mayWrite} onChange={(next) => set('hours', hoursText(next))} />
      </Opener>
    </Section>
  )
}

const isNone = ({ labels, chatIds }: { labels: string[]; chatIds: number[] }) => labels.length + chatIds.length === 0

function chatsLine(choice: ReturnType<typeof chosenChatsOf>, chats: readonly Chat[], labels: ChatLabels): string {
  const chosen = chosenChats(choice, chats, labels)
  if (choice === 'all') return `All ${counted(chats.length, 'chat')}, including new ones`
  const [first, ...others] = chosen
  if (!first) return 'No chat: choose some'
  if (others.length === 0) return `1 chat: ${first.name}`
  return plural(others.length, '2 chats: {first}, and 1 more', '{all} chats: {first}, and {count} more', {
    first: first.name,
    all: String(chosen.length),
  })
}

interface OpenerProps {
  icon: IconName
  label: string
  words: string
  isWrong: boolean
  children: React.ReactNode
}

/** A value in words that opens to be changed. */
function Opener({ icon, label, words, isWrong, children }: OpenerProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={classes.opener} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={icon} size={14} />
        <span className={`cut ${isWrong ? 'warn' : ''}`}>
          <span className="visually-hidden">{label}: </span>
          {words}
        </span>
        <Icon name={isOpen ? 'up' : 'down'} size={14} />
      </button>
      {isOpen && <div className={classes.opened}>{children}</div>}
    </>
  )
}

interface HoursEditorProps {
  hours: TypedHours | null
  disabled: boolean
  onChange: (hours: TypedHours | null) => void
}

function HoursEditor({ hours, disabled, onChange }: HoursEditorProps) {
  const now = useNow() * 1000
  // What was chosen comes back when "Only at these" does.
  const last = useRef<TypedHours>(hours ?? { zone: ownZone(), days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '06:00' })
  const change = (part: Partial<TypedHours>) => {
    last.current = { ...last.current, ...part }
    onChange(last.current)
  }
  return (
    <Stack gap="sm">
      <Radio.Group aria-label="Hours" value={hours ? 'some' : 'all'} onChange={(next) => onChange(next === 'all' ? null : last.current)}>
        <Stack gap="sm">
          <Radio size="xs" value="all" label="At all hours" disabled={disabled} />
          <Radio size="xs" value="some" label="Only at these" disabled={disabled} />
        </Stack>
      </Radio.Group>
      {hours && (
        <>
          <div className={classes.days} role="group" aria-label="Days">
            {dayNames.map((name, day) => (
              <button
                key={name}
                type="button"
                className="chip"
                disabled={disabled}
                aria-pressed={hours.days.includes(day)}
                onClick={() =>
                  change({ days: hours.days.includes(day) ? hours.days.filter((other) => other !== day) : [...hours.days, day] })
                }
              >
                {name}
              </button>
            ))}
          </div>
          <div className={classes.line}>
            <span>From</span>
            <TextInput
              className={classes.time ?? ''}
              size="xs"
              aria-label="From"
              disabled={disabled}
              value={hours.from}
              onChange={(event) => change({ from: event.currentTarget.value })}
            />
            <span>to</span>
            <TextInput
              className={classes.time ?? ''}
              size="xs"
              aria-label="To"
              disabled={disabled}
              value={hours.to}
              onChange={(event) => change({ to: event.currentTarget.value })}
            />
            <span className="help">An end before the start is on the next day.</span>
          </div>
          <ZoneSelect value={hours.zone} error={undefined} disabled={disabled} now={now} onChange={(zone) => change({ zone })} />
        </>
      )}
    </Stack>
  )
}
