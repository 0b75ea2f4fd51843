import { Anchor, Button } from '@mantine/core'
import { useMemo } from 'react'
import { setting, settingNames, type Settings } from '#contract/settings-derive.ts'
import { diagnose } from '#contract/settings-doctor.ts'
import { Icon } from '../ui/icons.tsx'
import classes from './Doctor.module.css'
import { asSettings, edit, useFromValues, useStore } from './store.ts'

/** What in these settings is probably not meant so, and one click that puts it right: staged, not sent. */
export function Doctor({ currency }: { currency: string }) {
  const { form, goTo } = useStore()
  const key = useFromValues(form, (values) =>
    diagnose(asSettings(values), { currency })
      .map(({ rule }) => rule)
      .join(),
  )
  // The key stands for the findings: nothing else of the values is shown.
  const findings = useMemo(() => (key === '' ? [] : diagnose(asSettings(form.getValues()), { currency })), [key, form, currency])
  if (findings.length === 0) return null
  const stage = (changes: Partial<Settings>) => {
    for (const name of settingNames) {
      const value = changes[name]
      if (value !== undefined) edit(form, name, value)
    }
  }
  return (
    <details className={classes.doctor}>
      <summary>
        <Icon name="warning" size={14} className="rk-warn" /> <b>Worth a look</b> <span className="num">{findings.length}</span>
      </summary>
      <ul>
        {findings.map(({ rule, title, detail, about, fix }) => (
          <li key={rule}>
            <div>
              <p className={classes.title}>{title}</p>
              <p className={classes.detail}>
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
