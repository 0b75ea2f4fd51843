import { Textarea, TextInput } from '@mantine/core'
import { Suspense, useState, type ReactNode } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { maxRuleName } from '#contract/rules/rule.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { type ChatChoice } from '#contract/chat-choice.ts'
import { chosenChats, sortedChoice } from '#dashboard/platform/chats/chosen-chats.ts'
import { singleChatsReason } from '#dashboard/platform/chats/reach-reasons.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { ActionsSection, BrakesSection, ExceptSection } from './ActionSections.tsx'
import classes from './edit.module.css'
import { type RulePartProps, Section } from './form-parts.tsx'
import { MatchSection } from './MatchSection.tsx'
import { hoursInWords } from './rule-fields.ts'

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
const HoursEditor = lazyPart(async () => (await import('./HoursEditor.tsx')).HoursEditor)

/** The chats and the hours of a rule. */
function ScopeSection({ values, problems, mayWrite, set, chats, labels }: ScopeSectionProps) {
  const { chats: choice, hours } = values
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
            onChange={(next) => set('chats', sortedChoice(next))}
            onlySingle={singleChatsReason(person, 'rules.write')}
          />
        ) : (
          <p className="help outside">{chosenChats(choice, chats, labels).map(chatTitle).join(', ')}</p>
        )}
      </Opener>
      <Opener icon="clock" label="Hours" words={hoursInWords(hours)} isWrong={problems.hours !== undefined}>
        <HoursEditor hours={hours} disabled={!mayWrite} onChange={(next) => set('hours', next)} />
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
      <button type="button" className={`field-box full small ${classes.opener}`} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={icon} size={14} />
        <span className={`cut ${isWrong ? 'warn' : ''}`}>
          <span className="visually-hidden">{label}: </span>
          {words}
        </span>
        <Icon name={isOpen ? 'up' : 'down'} size={14} />
      </button>
      {isOpen && (
        <div className={`box ${classes.opened}`}>
          <Suspense>{children}</Suspense>
        </div>
      )}
    </>
  )
}
