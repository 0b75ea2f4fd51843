import { Checkbox, Select, Textarea } from '@mantine/core'
import { useState } from 'react'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { useRulePresets } from '../queries.ts'
import classes from './edit.module.css'
import { LinesBox, NumberBox } from './inputs.tsx'
import type { RulePartProps } from './parts.ts'
import { partIn, presetText, textList, typedNumber, typedPreset, type TypedPreset } from './rule-fields.ts'
import { Section } from './Section.tsx'

/** The exceptions of a rule. */
export function ExceptSection({ values, problems, mayWrite, set }: RulePartProps) {
  return (
    <Section title="Except">
      <div className={classes.line}>
        <span>Authors</span>
        <LinesBox
          label="Except these authors"
          placeholder="Name as it is shown, one per line"
          value={textList(values.authors)}
          disabled={!mayWrite}
          error={fieldError(problems.authors)}
          onChange={(authors) => set('authors', JSON.stringify(authors))}
        />
      </div>
      <div className={classes.line}>
        <span>Messages with the words</span>
        <LinesBox
          label="Except messages with these words"
          value={textList(values.words)}
          disabled={!mayWrite}
          error={fieldError(problems.words)}
          onChange={(words) => set('words', JSON.stringify(words))}
        />
      </div>
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
  return (
    <Section title="Actions" problems={[problems.mark, problems.deleteAfter, problems.preset]}>
      <div className={classes.line}>
        <Checkbox
          size="xs"
          label="Delete after a hold of"
          disabled={disabled}
          checked={hold !== null}
          onChange={(event) => (event.currentTarget.checked ? setHold(last.hold) : set('deleteAfter', ''))}
        />
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
        <Checkbox
          size="xs"
          label="Mark for review"
          disabled={disabled}
          checked={values.mark}
          onChange={(event) => set('mark', event.currentTarget.checked)}
        />
        <Checkbox
          size="xs"
          label="Notify"
          disabled={disabled}
          checked={values.notify}
          onChange={(event) => set('notify', event.currentTarget.checked)}
        />
        <Checkbox
          size="xs"
          label="Announce"
          disabled={disabled}
          checked={announcement !== null}
          onChange={(event) => set('announce', event.currentTarget.checked ? `=${last.announcement}` : '')}
        />
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
          <Checkbox
            size="xs"
            label="Turn on a preset"
            disabled={disabled}
            checked={preset !== null}
            onChange={(event) =>
              event.currentTarget.checked ? setPreset(last.preset ?? { presetId: presets[0]?.id ?? '', minutes: 30 }) : set('preset', '')
            }
          />
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
