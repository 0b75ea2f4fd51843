import { Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { Suspense, useRef, useState, type ReactNode } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { maxRuleName } from '#contract/rules/rule.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { type ChatChoice } from '#contract/chat-choice.ts'
import { chatsText, choiceIn, chosenChats } from '#dashboard/platform/chats/chosen-chats.ts'
import { singleChatsReason } from '#dashboard/platform/chats/reach-reasons.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { ZoneSelect } from '#dashboard/ui/form/ZoneSelect.tsx'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import { ownZone } from '#dashboard/ui/format/time-of-day.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { ActionsSection, BrakesSection, ExceptSection } from './ActionSections.tsx'
import classes from './edit.module.css'
import { type RulePartProps, Section } from './form-parts.tsx'
import { MatchSection } from './MatchSection.tsx'
import { hoursText, typedHours, type TypedHours } from './rule-fields.ts'
import { dayNames, hoursInWords } from './rule-texts.ts'

interface ScopeSectionProps extends RulePartProps {
  chats: Chat[]
  labels: ChatLabels
}

export function RuleForm({ isNaming, ...part }: ScopeSectionProps & { isNaming: boolean }) {
  const { values, problems, set, mayWrite } = part
  return (
    <div className={classes.form}>
      {(isNaming || problems.name !== undefined || problems.description !== undefined) && mayWrite && (
        <Section title="Name">
          <TextInput
            aria-label="Name"
            maxLength={maxRuleName}
            placeholder="What people call it"
            value={values.name}
            error={fieldError(problems.name)}
            onChange={(event) => set('name', event.currentTarget.value)}
          />
          <Textarea
            size="xs"
            aria-label="Description"
            placeholder="Description: what it is for"
            autosize
            minRows={1}
            maxRows={4}
            value={values.description}
            error={fieldError(problems.description)}
            onChange={(event) => set('description', event.currentTarget.value)}
          />
        </Section>
      )}
      <ScopeSection {...part} />
      <MatchSection {...part} />
      <ExceptSection {...part} />
      <ActionsSection {...part} />
      <BrakesSection {...part} />
    </div>
  )
}

const ChatsEditor = lazyPart(async () => (await import('#dashboard/platform/chats/ChatsEditor.tsx')).ChatsEditor)

/** The chats and the hours of a rule. */
function ScopeSection({ values, problems, mayWrite, set, chats, labels }: ScopeSectionProps) {
  const choice = choiceIn(values.chats)
  const hours = typedHours(values.hours)
  const person = usePerson()
  return (
    <Section title="Scope" problems={[problems.chats, problems.hours]}>
      <Opener
        icon="chats"
        label="Chats"
        words={chatsLine(choice, chats, labels)}
        isWrong={problems.chats !== undefined || (choice !== 'all' && isNone(choice))}
      >
        {mayWrite ? (
          <ChatsEditor
            chats={chats}
            labels={labels}
            value={choice}
            onChange={(next) => set('chats', chatsText(next))}
            onlySingle={singleChatsReason(person, 'rules.write')}
          />
        ) : (
          <p className="help outside">{chosenChats(choice, chats, labels).map(chatTitle).join(', ')}</p>
        )}
      </Opener>
      <Opener icon="clock" label="Hours" words={hoursInWords(values.hours)} isWrong={problems.hours !== undefined}>
        <HoursEditor hours={hours} disabled={!mayWrite} onChange={(next) => set('hours', hoursText(next))} />
      </Opener>
    </Section>
  )
}

const isNone = ({ labels, chatIds }: { labels: string[]; chatIds: number[] }) => labels.length + chatIds.length === 0

function chatsLine(choice: ChatChoice, chats: readonly Chat[], labels: ChatLabels): string {
  const chosen = chosenChats(choice, chats, labels)
  if (choice === 'all') return `All ${counted(chats.length, 'chat')}, including new ones`
  const [first, ...others] = chosen
  if (!first) return 'No chat: choose some'
  if (others.length === 0) return `1 chat: ${chatTitle(first)}`
  return plural(others.length, '2 chats: {first}, and 1 more', '{all} chats: {first}, and {count} more', {
    first: chatTitle(first),
    all: String(chosen.length),
  })
}

interface OpenerProps {
  icon: IconName
  label: string
  words: string
  isWrong: boolean
  children: ReactNode
}

/** Shows a value as text, and opens its editor. */
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
      {isOpen && (
        <div className={classes.opened}>
          <Suspense>{children}</Suspense>
        </div>
      )}
    </>
  )
}

interface HoursEditorProps {
  hours: TypedHours | null
  disabled: boolean
  onChange: (hours: TypedHours | null) => void
}

/** Edits when a rule is active. */
function HoursEditor({ hours, disabled, onChange }: HoursEditorProps) {
  const now = useNow() * 1000
  // Restored when "Only at these" is chosen again.
  const last = useRef<TypedHours>(hours ?? { zone: ownZone(), days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '06:00' })
  const change = (part: Partial<TypedHours>) => {
    last.current = { ...last.current, ...part }
    onChange(last.current)
  }
  const time = (name: 'from' | 'to', label: string) => (
    <TextInput
      className={classes.time ?? ''}
      size="xs"
      aria-label={label}
      disabled={disabled}
      value={hours?.[name] ?? ''}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
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
          <div className="row wrap gap-4" role="group" aria-label="Days">
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
            {time('from', 'From')}
            <span>to</span>
            {time('to', 'To')}
            <span className="help">An end before the start is on the next day.</span>
          </div>
          <ZoneSelect value={hours.zone} error={undefined} disabled={disabled} now={now} onChange={(zone) => change({ zone })} />
        </>
      )}
    </Stack>
  )
}
