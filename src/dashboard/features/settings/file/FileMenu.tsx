import { IconButton } from '#dashboard/ui/form/Button.tsx'
import { Menu } from '@mantine/core'
import { Suspense, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { isUnnamedSound, setting, soundSettings, withSoundNames } from '#contract/settings-derive.ts'
import { soundName } from '#dashboard/platform/service/catalogue.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { parseId, to } from '#dashboard/platform/to.ts'
import { toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { FileInput, json } from '#dashboard/ui/form/FileInput.tsx'
import { download, inFileName } from '#dashboard/ui/format/download.ts'
import { counted, listed } from '#dashboard/ui/format/numbers.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { asSettings, useStore } from '../form/store.ts'
import { readSettingsFile, type SettingsFile, settingsFileLimit, withKnownSounds, writeSettingsFile } from './settings-file.ts'

const ImportDialog = lazyPart(async () => (await import('./ImportDialog.tsx')).ImportDialog)

export function FileMenu({ onPreview }: { onPreview: () => void }) {
  const { form, catalogue } = useStore()
  const chatId = parseId(useParams()['chatId']) ?? 0
  const mayWrite = useMay()('settings.write')
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<SettingsFile | null>(null)

  async function read(chosen: File) {
    const found =
      chosen.size > settingsFileLimit
        ? { error: 'The file is larger than 1 MB, so it is not a settings file.' }
        : readSettingsFile(await chosen.text())
    if ('error' in found) toastWarning('The file could not be read', found.error)
    else setFile(withKnownSounds(found, asSettings(form.getValues()), soundName(catalogue)))
  }

  return (
    <>
      <ActionMenu
        button={<IconButton icon="more" size="xs" className="push" aria-label="More actions for settings" />}
        items={() => (
          <>
            <MenuItem icon="eye" label="Preview" onClick={onPreview} />
            <Menu.Item leftSection={<Icon name="columns" />} component={PageLink} to={to.compareWith(chatId)}>
              Compare with other chats
            </Menu.Item>
            <Menu.Divider />
            <MenuItem icon="download" label="Export all settings" onClick={() => save('all')} />
            <MenuItem icon="download" label="Export settings that differ from the default" onClick={() => save('differing')} />
            {mayWrite && <MenuItem icon="upload" label="Import settings…" onClick={() => input.current?.click()} />}
          </>
        )}
      />
      <FileInput ref={input} label="Settings file" accept={json} onFile={(chosen) => void read(chosen)} />
      <Suspense fallback={<OverlayFallback />}>{file && <ImportDialog file={file} onClose={() => setFile(null)} />}</Suspense>
    </>
  )

  function save(what: 'all' | 'differing') {
    const values = withSoundNames(asSettings(form.getValues()), soundName(catalogue))
    const nameless = soundSettings.filter((name) => isUnnamedSound(name, values[name]))
    if (nameless.length > 0)
      toastWarning(
        `${counted(nameless.length, 'sound is', 'sounds are')} not in the file`,
        `${serviceNameFirst()} has not confirmed the names of their numbers: ${listed(nameless.map((name) => setting(name).label))}.`,
      )
    const content = new Blob([writeSettingsFile(values, what)], { type: 'application/json' })
    download(`${inFileName(values.name) || 'chat'}-settings.json`, content)
  }
}
