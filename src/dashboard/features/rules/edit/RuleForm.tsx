import { Textarea, TextInput } from '@mantine/core'
import type { Chat } from '#contract/chats.ts'
import { maxRuleName } from '#contract/rules/rule.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { ActionsSection, BrakesSection, ExceptSection } from './ActionSections.tsx'
import { MatchSection } from './MatchSection.tsx'
import type { RulePartProps } from './parts.ts'
import classes from './RuleEditor.module.css'
import { ScopeSection } from './ScopeSection.tsx'
import { Section } from './Section.tsx'

interface RuleFormProps extends RulePartProps {
  chats: Chat[]
  labels: ChatLabels
  isNaming: boolean
}

export function RuleForm({ chats, labels, isNaming, ...part }: RuleFormProps) {
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
      <ScopeSection {...part} chats={chats} labels={labels} />
      <MatchSection {...part} />
      <ExceptSection {...part} />
      <ActionsSection {...part} />
      <BrakesSection {...part} />
    </div>
  )
}
