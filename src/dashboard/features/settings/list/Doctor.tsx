import { Anchor, Button } from '@mantine/core'
import { useMemo } from 'react'
import { setting, settingNames, type Settings } from '#contract/settings-derive.ts'
import { diagnose, type DoctorFinding } from '#contract/settings-doctor.ts'
import { Icon } from '#dashboard/ui/theme/more-icons.tsx'
import classes from './Doctor.module.css'
import { asSettings, edit, useFromValues, useStore } from '../form/store.ts'

/** What in these settings is probably not meant so, and one click that puts it right: staged, not sent. */
export function Doctor({ currency }: { currency: string }) {
  const { form, goTo } = useStore()
  // Findings as text, because that is what can be compared; their details and fixes go with them.
  const told = useFromValues(form, (values) => JSON.stringify(diagnose(asSettings(values), { currency })))
  const findings = useMemo(() => JSON.parse(told) as DoctorFinding[], [told])
  // The line stays without findings: the form must not move while somebody types into it.
  if (findings.length === 0)
    return (
      <p className={classes.none}>
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
        <Icon name="warning" size={14} className="warn" /> <b>Worth a look</b> <span className="num">{findings.length}</span>
      </summary>
      <ul>
        {findings.map(({ rule, title, detail, about, fix }) => (
          <li key={rule}>
            <div>
              <p className="medium">{title}</p>
              <p className="quiet">
                {detail}{' '}
                {about.map((name) => (
                  <Anchor key={name} component="button" type="button" mr="sm" onClick={() => goTo(name)}>
                    {setting(name).label}
                  </Anchor>
                ))}
              </p>
            </div>
            {fix && (
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
