import { Checkbox, Select, Textarea } from '@mantine/core'
import { useState } from 'react'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { useRulePresets } from '../queries.ts'
import { LinesBox, NumberBox, type RulePartProps, Section } from './form-parts.tsx'

/** The exceptions of a rule. */
export function ExceptSection({ values, problems, mayWrite, set }: RulePartProps) {
  const list = (name: 'authors' | 'words', text: string, label: string, placeholder?: string) => (
    <div className="row wrap small">
      <span>{text}</span>
      <LinesBox
        label={label}
        {...(placeholder !== undefined && { placeholder })}
        value={values[name]}
        disabled={!mayWrite}
        error={fieldError(problems[name])}
        onChange={(lines) => set(name, lines)}
      />
    </div>
  )
  return (
    <Section title="Except">
      {list('authors', 'Authors', 'Except these authors', 'Name as it is shown, one per line')}
      {list('words', 'Messages with the words', 'Except messages with these words')}
      <p className="help">Messages do not say who is an admin: add admins by name.</p>
    </Section>
  )
}

/** The actions of a rule. An action that is turned off and on again keeps its input. */
export function ActionsSection({ values, problems, mayWrite, set }: RulePartProps) {
  const presets = useRulePresets()
  const disabled = !mayWrite
  const { deleteAfterSeconds: hold, announce, preset } = values
  const [last, setLast] = useState({ deleteAfterSeconds: hold ?? 20, announce: announce ?? '', preset })
  const change = (part: Partial<typeof last>) => {
    setLast({ ...last, ...part })
    for (const [name, value] of Object.entries(part)) set(name as keyof typeof last, value)
  }
  const tick = (label: string, isOn: boolean, turn: (on: boolean) => void) => (
    <Checkbox size="xs" label={label} disabled={disabled} checked={isOn} onChange={(event) => turn(event.currentTarget.checked)} />
  )
  return (
    <Section title="Actions" problems={[problems.mark, problems.deleteAfterSeconds, problems.preset]}>
      <div className="row wrap small">
        {tick('Delete after', hold !== null, (on) => set('deleteAfterSeconds', on ? last.deleteAfterSeconds : null))}
        <NumberBox
          label="Seconds until deletion"
          value={hold ?? last.deleteAfterSeconds}
          disabled={disabled || hold === null}
          isWrong={problems.deleteAfterSeconds !== undefined}
          onChange={(seconds) => change({ deleteAfterSeconds: seconds })}
        />
        <span>s</span>
        <span className="help">0: at once</span>
      </div>
      <div className="row wrap small">
        {tick('Mark for review', values.mark, (on) => set('mark', on))}
        {tick('Notify', values.notify, (on) => set('notify', on))}
        {tick('Announce', announce !== null, (on) => set('announce', on ? last.announce : null))}
      </div>
      {announce !== null && (
        <Textarea
          size="xs"
          aria-label="Announcement"
          description="Posted in the chat, at most once in 10 minutes."
          autosize
          minRows={2}
          maxRows={6}
          disabled={disabled}
          value={announce}
          error={fieldError(problems.announce)}
          onChange={(event) => change({ announce: event.currentTarget.value })}
        />
      )}
      {(presets.length > 0 || preset) && (
        <div className="row wrap small">
          {tick('Turn on a mode', preset !== null, (on) =>
            set('preset', on ? (last.preset ?? { presetId: presets[0]?.id ?? '', minutes: 30 }) : null),
          )}
          {preset && (
            <>
              <Select
                size="xs"
                aria-label="Mode"
                disabled={disabled}
                data={presets.map(({ id, preset: { name } }) => ({ value: id, label: name }))}
                value={preset.presetId}
                onChange={(presetId) => presetId !== null && change({ preset: { ...preset, presetId } })}
              />
              <span>for</span>
              <NumberBox
                label="Minutes of the mode"
                value={preset.minutes}
                disabled={disabled}
                isWrong={problems.preset !== undefined}
                onChange={(minutes) => change({ preset: { ...preset, minutes } })}
              />
              <span>min</span>
            </>
          )}
        </div>
      )}
    </Section>
  )
}

/** The limits of a live rule, and the retention of deleted texts. */
export function BrakesSection({ values, problems, mayWrite, set }: RulePartProps) {
  const box = (field: 'perMinute' | 'perHour' | 'percent' | 'keepTextsDays', label: string) => (
    <NumberBox
      label={label}
      value={values[field]}
      disabled={!mayWrite}
      isWrong={problems[field] !== undefined}
      onChange={(value) => set(field, value)}
    />
  )
  return (
    <Section title="Limits" problems={[problems.perMinute, problems.perHour, problems.percent, problems.keepTextsDays]}>
      <div className="row wrap small">
        <span>At most</span>
        {box('perMinute', 'Deletions a minute')}
        <span>a minute,</span>
        {box('perHour', 'Deletions an hour')}
        <span>an hour,</span>
        {box('percent', 'Percent of all messages')}
        <span>% of all</span>
      </div>
      <div className="row wrap small">
        <span>Keep deleted texts for</span>
        {box('keepTextsDays', 'Days deleted texts are kept')}
        <span>days</span>
        <span className="help">to read, not to restore</span>
      </div>
      <p className="help">Beyond a limit the rule is paused: it runs in shadow again, and people are notified.</p>
    </Section>
  )
}
