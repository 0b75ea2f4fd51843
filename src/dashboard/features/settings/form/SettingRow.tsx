import { PlainLinkButton } from '#dashboard/ui/form/Button.tsx'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { memo } from 'react'
import { differsFromDefault, documentedDefault, setting, blockingSetting } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { settingInWords, blockedBy } from '#dashboard/platform/saving/setting-words.ts'
import { SettingControl } from '#dashboard/platform/settings/SettingControl.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { to } from '#dashboard/platform/to.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from '../settings.module.css'
import { asSettings, edit, useFromValues, useProblem, useStore } from './store.ts'
import { serviceName } from '#contract/provider-names.ts'

export const rowId = (name: SettingName) => `setting-${name}`
export const controlId = (name: SettingName) => `${rowId(name)}-control`

/** One setting: label, help, control, and marks for what is special about its value. It renders only when something of its own changes. */
export const SettingRow = memo(function SettingRow({ name }: { name: SettingName }) {
  const { form, base, catalogue, pointedAt, historyOf } = useStore()
  const mayWrite = useMay()('settings.write')
  const { label, help, control } = setting(name)
  const value = useFromValues(form, (values) => values[name])
  const decider = useFromValues(form, (values) => blockingSetting(name, asSettings(values)))
  const problem = useProblem(form, name)
  const wide = control.kind === 'words' || control.kind === 'longText'
  return (
    <div
      id={rowId(name)}
      className={classes.row}
      data-edited={value !== base[name] || undefined}
      data-no-effect={decider !== null || undefined}
      data-pointed={pointedAt === name || undefined}
      data-wide={wide || undefined}
    >
      <div className="shrinks">
        <p className="row wrap medium">
          <label htmlFor={controlId(name)} id={`${rowId(name)}-label`}>
            {label}
          </label>
          {value !== base[name] && <span className="accent fz-meta">Edited</span>}
          <span className={`code quiet fz-meta regular not-on-phones ${classes.field}`}>{name}</span>
          {historyOf !== null && (
            <PageLink
              className={`link fz-meta regular ${classes.history}`}
              to={to.changes({ chatId: historyOf, field: name })}
              aria-label={`History of ${label}`}
            >
              History
            </PageLink>
          )}
        </p>
        <p className="help" id={`${rowId(name)}-help`}>
          {help}
        </p>
        {name === 'registerTermsTitle' && <TermsLink />}
        <Marks name={name} decider={decider} />
      </div>
      <fieldset disabled={!mayWrite}>
        <SettingControl
          name={name}
          value={value}
          onChange={(next) => edit(form, name, next)}
          id={controlId(name)}
          describedBy={`${rowId(name)}-help${problem ? ` ${rowId(name)}-problem` : ''}`}
          invalid={problem !== null}
          catalogue={catalogue}
        />
        {problem !== null && (
          <p className={`small beside gap-6 bad mt-4 ${classes.problem}`} id={`${rowId(name)}-problem`} role="alert">
            {fieldError(problem)}
          </p>
        )}
      </fieldset>
    </div>
  )
})

function Marks({ name, decider }: { name: SettingName; decider: SettingName | null }) {
  const { form, base, catalogue, goTo } = useStore()
  const value = useFromValues(form, (values) => values[name])
  const deciding = useFromValues(form, (values) => (decider === null ? '' : values[decider]))
  const { control } = setting(name)
  const quoted = (of: typeof value) => {
    const words = settingInWords(name, of, catalogue)
    const short = words.length > 40 ? `${words.slice(0, 40)}…` : words
    return control.kind === 'switch' || control.kind === 'seconds' ? short.toLowerCase() : short || 'empty'
  }
  const edited = value !== base[name]
  const usual = documentedDefault(name)
  const differs = usual !== null && differsFromDefault(name, value)
  if (decider === null && !edited && !differs) return null
  return (
    <div className="help beside gap-16 wrap mt-4">
      {decider !== null && (
        <span className="inline-row gap-8 shrinks">
          <Icon name="info" size={14} />
          <PlainLinkButton onClick={() => goTo(decider)}>{blockedBy(decider, deciding)}</PlainLinkButton>
        </span>
      )}
      {edited ? (
        <span className="inline-row gap-8 shrinks">
          <span className="outside">{base[name] === usual ? `Was ${quoted(base[name])}, the default` : `Was ${quoted(base[name])}`}</span>
          <RowAction label="Undo" onClick={() => edit(form, name, base[name])} about={setting(name).label} />
        </span>
      ) : (
        differs && (
          <span className="inline-row gap-8 shrinks">
            <span>Default is {quoted(usual)}</span>
            <RowAction label="Reset" onClick={() => edit(form, name, usual)} about={setting(name).label} />
          </span>
        )
      )}
    </div>
  )
}

const RowAction = ({ label, about, onClick }: { label: string; about: string; onClick: () => void }) =>
  useMay()('settings.write') && (
    <PlainLinkButton onClick={onClick} aria-label={`${label}: ${about}`}>
      {label}
    </PlainLinkButton>
  )

/** Where the terms are that users accept before they register: read only, as the API document has it. */
function TermsLink() {
  const { termsLink } = useStore()
  return (
    <dl className="help beside wrap mt-4">
      <dt className="medium">Terms link</dt>
      <dd>{termsLink === '' ? 'none' : <Address text={termsLink} />}</dd>
      <dd className="faint">Set by {serviceName()}. It cannot be changed here.</dd>
    </dl>
  )
}

/** Only an address of the web can be followed, and it reads as the browser takes it: no look-alike letters, nothing unseen. */
function Address({ text }: { text: string }) {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return <span className="outside">{text}</span>
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer">
      {url.href}
    </a>
  )
}
