import { ActionIcon, Menu } from '@mantine/core'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { Suspense, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { isUnnamedSound, setting, soundSettings, withSoundNames } from '#contract/settings-derive.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { soundName } from '#dashboard/platform/service/catalogue.ts'
import { FileInput, json } from '#dashboard/ui/form/FileInput.tsx'
import { parseId, to } from '#dashboard/platform/to.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { download, inFileName } from '#dashboard/ui/format/download.ts'
import { counted, listed } from '#dashboard/ui/format/numbers.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { readSettingsFile, settingsFileLimit, withKnownSounds, writeSettingsFile, type SettingsFile } from './settings-file.ts'
import { asSettings, useStore } from '../form/store.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

const ImportDialog = lazyPart(async () => (await import('./ImportDialog.tsx')).ImportDialog)

/** What can be done with all settings at once. */
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
        button={
          <ActionIcon size="xs" ml="auto" aria-label="More actions for settings">
            <Icon name="more" />
          </ActionIcon>
        }
        items={() => (
          <>
            <Menu.Item leftSection={<Icon name="eye" />} onClick={onPreview}>
              Preview
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="columns" />} component={PageLink} to={to.compare(chatId)}>
              Compare with other chats
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<Icon name="download" />} onClick={() => save('all')}>
              Export all settings
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="download" />} onClick={() => save('differing')}>
              Export settings that differ from the default
            </Menu.Item>
            {mayWrite && (
              <Menu.Item leftSection={<Icon name="upload" />} onClick={() => input.current?.click()}>
                Import settings…
              </Menu.Item>
            )}
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
