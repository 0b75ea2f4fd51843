import { Checkbox, Select, Textarea } from '@mantine/core'
import { useState } from 'react'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { useRulePresets } from '../queries.ts'
import classes from './edit.module.css'
import { LinesBox, NumberBox, type RulePartProps, Section } from './form-parts.tsx'
import { partIn, presetText, textList, typedNumber, typedPreset, type TypedPreset } from './rule-fields.ts'

/** The exceptions of a rule. */
export function ExceptSection({ values, problems, mayWrite, set }: RulePartProps) {
  const list = (name: 'authors' | 'words', text: string, label: string, placeholder?: string) => (
    <div className={classes.line}>
      <span>{text}</span>
      <LinesBox
        label={label}
        {...(placeholder !== undefined && { placeholder })}
        value={textList(values[name])}
        disabled={!mayWrite}
        error={fieldError(problems[name])}
        onChange={(lines) => set(name, JSON.stringify(lines))}
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
  const hold = partIn(values.deleteAfter)
  const announcement = partIn(values.announce)
  const preset = typedPreset(values.preset)
  const [last, setLast] = useState({ hold: hold ?? '20', announcement: announcement ?? '', preset })
  const setHold = (seconds: string) => {
    setLast({ ...last, hold: seconds })
    set('deleteAfter', `=${seconds}`)
  }
  const setPreset = (next: TypedPreset) => {
    setLast({ ...last, preset: next })
    set('preset', presetText(next))
  }
  const tick = (label: string, isOn: boolean, turn: (on: boolean) => void) => (
    <Checkbox size="xs" label={label} disabled={disabled} checked={isOn} onChange={(event) => turn(event.currentTarget.checked)} />
  )
  return (
    <Section title="Actions" problems={[problems.mark, problems.deleteAfter, problems.preset]}>
      <div className={classes.line}>
        {tick('Delete after a hold of', hold !== null, (on) => (on ? setHold(last.hold) : set('deleteAfter', '')))}
        <NumberBox
          label="Seconds of the hold"
          value={hold ?? last.hold}
          disabled={disabled || hold === null}
          isWrong={problems.deleteAfter !== undefined}
          onChange={(seconds) => setHold(String(seconds))}
        />
        <span>s</span>
        <span className="help">0: at once</span>
      </div>
      <div className={classes.line}>
        {tick('Mark for review', values.mark, (on) => set('mark', on))}
        {tick('Notify', values.notify, (on) => set('notify', on))}
        {tick('Announce', announcement !== null, (on) => set('announce', on ? `=${last.announcement}` : ''))}
      </div>
      {announcement !== null && (
        <Textarea
          size="xs"
          aria-label="Announcement"
          description="Posted in the chat, at most once in 10 minutes."
          autosize
          minRows={2}
          maxRows={6}
          disabled={disabled}
          value={announcement}
          error={fieldError(problems.announce)}
          onChange={(event) => {
            setLast({ ...last, announcement: event.currentTarget.value })
            set('announce', `=${event.currentTarget.value}`)
          }}
        />
      )}
      {(presets.length > 0 || preset) && (
        <div className={classes.line}>
          {tick('Turn on a preset', preset !== null, (on) =>
            on ? setPreset(last.preset ?? { presetId: presets[0]?.id ?? '', minutes: 30 }) : set('preset', ''),
          )}
          {preset && (
            <>
              <Select
                size="xs"
                aria-label="Preset"
                disabled={disabled}
                data={presets.map(({ id, preset: { name } }) => ({ value: id, label: name }))}
                value={preset.presetId}
                onChange={(presetId) => presetId !== null && setPreset({ ...preset, presetId })}
              />
              <span>for</span>
              <NumberBox
                label="Minutes of the preset"
                value={preset.minutes}
                disabled={disabled}
                isWrong={problems.preset !== undefined}
                onChange={(minutes) => setPreset({ ...preset, minutes })}
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
      value={typedNumber(values[field])}
      disabled={!mayWrite}
      isWrong={problems[field] !== undefined}
      onChange={(value) => set(field, String(value))}
    />
  )
  return (
    <Section title="Brakes" problems={[problems.perMinute, problems.perHour, problems.percent, problems.keepTextsDays]}>
      <div className={classes.line}>
        <span>At most</span>
        {box('perMinute', 'Deletions a minute')}
        <span>a minute,</span>
        {box('perHour', 'Deletions an hour')}
        <span>an hour,</span>
        {box('percent', 'Percent of all messages')}
        <span>% of all</span>
      </div>
      <div className={classes.line}>
        <span>Keep deleted texts for</span>
        {box('keepTextsDays', 'Days deleted texts are kept')}
        <span>days</span>
        <span className="help">to read, not to restore</span>
      </div>
      <p className="help">Beyond a limit the rule falls back to shadow and notifies.</p>
    </Section>
  )
}
