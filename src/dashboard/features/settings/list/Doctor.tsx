import { Button, PlainLinkButton } from '#dashboard/ui/form/Button.tsx'
import { useMemo } from 'react'
import { setting, settingNames, type Settings } from '#contract/settings-derive.ts'
import { diagnose, type DoctorFinding } from '#contract/settings-doctor.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { count } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { asSettings, edit, useFromValues, useStore } from '../form/store.ts'
import classes from '../settings.module.css'

/** Settings that are probably unintended, each with a one-click fix where there is one. A fix makes edits; nothing is sent. */
export function Doctor({ currency }: { currency: string }) {
  const { form, goTo } = useStore()
  const mayWrite = useMay()('settings.write')
  // Serialized, so that the component renders again only when a finding changes.
  const serialized = useFromValues(form, (values) => JSON.stringify(diagnose(asSettings(values), { currency })))
  const findings = useMemo(() => JSON.parse(serialized) as DoctorFinding[], [serialized])
  // The line also shows without findings: the form must not move while somebody types.
  if (findings.length === 0)
    return (
      <p className={`help row ${classes.none}`}>
        <Icon name="check" size={14} /> Nothing unusual in these settings
      </p>
    )
  const stage = (changes: Partial<Settings>) => {
    for (const name of settingNames) {
      const value = changes[name]
      if (value !== undefined) edit(form, name, value)
    }
  }
  return (
    <details className={classes.doctor}>
      <summary>
        <Icon name="warning" size={14} className="warn" /> <b>Worth a look</b> <span className="num">{count(findings.length)}</span>
      </summary>
      <ul>
        {findings.map(({ rule, title, detail, about, fix }) => (
          <li key={rule}>
            <div>
              <p className="medium">{title}</p>
              <p className="quiet">
                {detail}{' '}
                {about.map((name) => (
                  <span key={name}>
                    <PlainLinkButton onClick={() => goTo(name)}>{setting(name).label}</PlainLinkButton>{' '}
                  </span>
                ))}
              </p>
            </div>
            {fix && mayWrite && (
              <Button size="xs" onClick={() => stage(fix.changes)}>
                {fix.label}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
