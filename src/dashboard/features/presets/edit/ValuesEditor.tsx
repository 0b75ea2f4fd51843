import { CloseButton } from '@mantine/core'
import { presetSettings } from '#contract/presets/preset.ts'
import { defaults, groupNames, isUnnamedSound, setting } from '#contract/settings-derive.ts'
import { groups, type SettingName } from '#contract/settings.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { SettingControl } from '#dashboard/platform/settings/SettingControl.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { settingLabel } from '../value-words.ts'
import { isKnownSetting, settingsIn, withValue, type PresetDraft } from './draft.ts'
import classes from './PresetDrawer.module.css'
import { valueField } from './preset-fields.ts'

interface ValuesEditorProps {
  draft: PresetDraft
  onChange: (part: Pick<PresetDraft, 'values'>) => void
  /** @param field of preset-fields.ts */
  problemOf: (field: string) => string | undefined
  catalogue: Catalogue
}

/** The values of a preset. A switch is added as the opposite of its default: that is what a preset is for. */
export function ValuesEditor({ draft, onChange, problemOf, catalogue }: ValuesEditorProps) {
  const names = settingsIn(draft)
  const unknown = Object.keys(draft.values).filter((name) => !isKnownSetting(name))
  const add = (name: SettingName) =>
    onChange(withValue(draft, name, typeof defaults[name] === 'boolean' ? !defaults[name] : defaults[name]))
  const choices = groupNames.map((group) => ({
    group: groups[group].label,
    items: presetSettings
      .filter((name) => setting(name).group === group && !names.includes(name))
      .map((name) => ({ value: name, label: setting(name).label })),
  }))
  return (
    <fieldset className="stack gap-0">
      <legend className="medium">
        Values <span className="help num">{count(names.length)}</span>
      </legend>
      {names.map((name) => {
        const value = draft.values[name]
        const id = `preset-value-${name}`
        const problem = problemOf(valueField(name))
        return (
          <div key={name} className={classes.value}>
            <label className="medium" htmlFor={id} id={`${id}-label`}>
              {setting(name).label}
            </label>
            <CloseButton
              size={24}
              aria-label={`Remove ${setting(name).label} from the preset`}
              onClick={() => onChange(withValue(draft, name, undefined))}
            />
            <div className={classes.control}>
              {value !== undefined && !isUnnamedSound(name, value) && (
                <SettingControl
                  name={name}
                  value={value}
                  onChange={(next) => onChange(withValue(draft, name, next))}
                  id={id}
                  describedBy={`${id}-help`}
                  invalid={problem !== undefined}
                  catalogue={catalogue}
                />
              )}
              <p id={`${id}-help`} className="help">
                {problem === undefined ? setting(name).help : <span className="bad inline-row">{fieldError(problem)}</span>}
              </p>
            </div>
          </div>
        )
      })}
      {unknown.map((name) => (
        <div key={name} className={classes.value}>
          <span className="code">{settingLabel(name)}</span>
          <CloseButton
            size={24}
            aria-label={`Remove ${name} from the preset`}
            onClick={() => onChange(withValue(draft, name, undefined))}
          />
          <p className="help">This release does not know this setting. It is kept, but not set.</p>
        </div>
      ))}
      {problemOf('others') !== undefined && <p className="bad small inline-row">{fieldError(problemOf('others'))}</p>}
      <SearchSelect
        mt={8}
        aria-label="Add a setting"
        placeholder="Add a setting"
        nothingFound="No such setting"
        data={choices.filter(({ items }) => items.length > 0)}
        value={null}
        // The choices are names of settings.
        onChange={(name) => add(name as SettingName)}
      />
    </fieldset>
  )
}
