import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Settings } from '#contract/settings-derive.ts'
import { firstIdle } from '#dashboard/ui/page/first-idle.ts'
import { asSettings, type SettingsForm, useStore } from './form/store.ts'
import type { SettingsView } from './list/view.ts'
import classes from './settings.module.css'

const Preview = lazy(() => firstIdle.then(async () => ({ default: (await import('./preview/Preview.tsx')).Preview })))

interface PreviewPaneProps {
  saved: Settings
  hasCurrency: boolean
  open: SettingsView['preview']
  onOpen: (open: SettingsView['preview']) => void
}

/** The preview beside the form on wide pages, in a drawer on others. */
export function PreviewPane({ saved, hasCurrency, open, onOpen }: PreviewPaneProps) {
  const { form } = useStore()
  const wide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })
  const shown = open === 'open' || (wide && open === 'usual')
  if (!shown) return null
  const close = () => onOpen(wide ? 'closed' : 'usual')
  const preview = (
    <Suspense>
      <Live form={form} saved={saved} hasCurrency={hasCurrency} onClose={close} />
    </Suspense>
  )
  if (wide) return <aside className={classes.pane}>{preview}</aside>
  return (
    <Drawer.Root opened onClose={close} position="right" size={400} padding={0}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Preview">
        <Drawer.Body>{preview}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** Follows the form a moment behind, so that typing never waits for the picture. */
function Live({ form, ...rest }: { form: SettingsForm; saved: Settings; hasCurrency: boolean; onClose: () => void }) {
  const [values, setValues] = useState(() => ({ ...form.getValues() }))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setValues({ ...form.getValues() }), 120)
    }
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: follow })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [form])
  return <Preview values={asSettings(values)} {...rest} />
}
