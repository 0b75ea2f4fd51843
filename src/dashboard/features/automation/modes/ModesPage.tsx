import { Button } from '#dashboard/ui/form/Button.tsx'
import { Menu, Select } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { useReadLabels } from '#dashboard/platform/chats/read-labels.ts'
import { catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { importReason, ownChoice } from '#dashboard/platform/chats/reach-reasons.ts'
import { useMay, usePerson } from '#dashboard/platform/session/rights.ts'
import { LoadError, ReasonNote, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { FileInput, json } from '#dashboard/ui/form/FileInput.tsx'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { PlaceHead } from '#dashboard/platform/session/PlaceHead.tsx'
import { useMedia } from '#dashboard/ui/page/use-media.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { BackgroundAccess } from '../background/BackgroundAccess.tsx'
import { PresetDetails } from './list/PresetDetails.tsx'
import classes from './ModesPage.module.css'
import { useKnownPresets, type KnownPreset } from '#dashboard/platform/presets/known-presets.ts'
import { emptyDraft, presetProblem } from './edit/preset-fields.ts'
import { named, oneOf, optionalText, urlState, useUrlState } from '#dashboard/ui/page/url-state.ts'
import type { Chat } from '#contract/chats.ts'
import type { Preset } from '#contract/presets/preset.ts'
import type { PresetOn } from '#contract/gateway/presets.ts'
import { chosenChats } from '#dashboard/platform/chats/chosen-chats.ts'
import { count, counted, plural } from '#dashboard/ui/format/numbers.ts'
import { Loading } from '#dashboard/ui/feedback/Loaded.tsx'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { presetIcon } from './band/PresetsBand.tsx'

const PresetDrawer = lazyPart(async () => (await import('./edit/PresetDrawer.tsx')).PresetDrawer)
const FromChatDialog = lazyPart(async () => (await import('./edit/FromDialogs.tsx')).FromChatDialog)
const FromChangesDialog = lazyPart(async () => (await import('./edit/FromDialogs.tsx')).FromChangesDialog)
const ImportDialog = lazyPart(async () => (await import('./ImportDialog.tsx')).ImportDialog)

/** All modes, one of them in full. */
export function ModesPage() {
  const labels = useReadLabels()
  const may = useMay()
  const mayWrite = may('presets.write')
  const person = usePerson()
  const noImport = importReason(person, 'presets.write')
  const chatReading = useSuspenseQuery(endpointQuery('chatList', {}))
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const { presets, reading } = useKnownPresets()
  const on = useQuery(gatewayQuery('presetOnList', {}))
  const [view, changeView] = usePresetsView()
  const ownDraft = (draft: Preset) => ({ ...draft, chats: ownChoice(person, 'presets.write', draft.chats) })
  const [start, setStart] = useState<Preset>(() => ownDraft(emptyDraft))
  const [file, setFile] = useState<File | null>(null)
  const chooseFile = useRef<HTMLInputElement>(null)
  const isWide = useMedia('(min-width: 75em)')
  const chats = chatReading.data.data
  const shared = { chats, labels, catalogue }
  const onList = on.data?.data ?? []
  // Until the stored ones are read, the address may mean one of them, and a built-in one may have been edited.
  const shown = reading.data && (presets.find(({ id }) => id === view.preset) ?? presets[0])
  const close = () => changeView({ open: null })
  const begin = (draft: Preset) => {
    setStart(ownDraft(draft))
    changeView({ open: 'new' })
  }

  return (
    <div className="column grow">
      <PlaceHead
        beside={<BackgroundAccess />}
        actions={
          mayWrite && (
            <>
              <FileInput ref={chooseFile} label="A file with modes" accept={json} onFile={setFile} />
              <Button
                className="icon-on-phones"
                icon="upload"
                blocked={noImport !== null && 'no-import'}
                onClick={() => chooseFile.current?.click()}
              >
                Import
              </Button>
              <ActionMenu
                button={
                  <Button className="icon-on-phones" icon="plus">
                    New mode
                  </Button>
                }
                items={() => (
                  <>
                    <Menu.Item onClick={() => begin(emptyDraft)}>Empty mode</Menu.Item>
                    {may('settings.read') && <Menu.Item onClick={() => changeView({ open: 'from-chat' })}>From a chat…</Menu.Item>}
                    <Menu.Item onClick={() => changeView({ open: 'from-changes' })}>From what I changed just now…</Menu.Item>
                  </>
                )}
              />
            </>
          )
        }
      />
      {mayWrite && noImport !== null && <ReasonNote id="no-import">{noImport}</ReasonNote>}
      <StaleNotice what="The chats" reading={chatReading} />
      {on.data && <StaleNotice what="What is on" reading={on} />}
      {reading.data && <StaleNotice what="The modes" reading={reading} />}
      {!reading.data && reading.error && <LoadError what="The modes" reading={reading} />}
      {reading.isPending && <Loading what="the modes" />}
      {shown && (
        <div className={`page-width ${classes.columns}`}>
          {isWide ? (
            <PresetList {...{ presets, chats, labels }} shownId={shown.id} on={onList} onShow={(preset) => changeView({ preset })} />
          ) : (
            <Select
              className={classes.select ?? ''}
              aria-label="Mode"
              data={presets.map(({ id, preset }) => ({ value: id, label: preset.name }))}
              value={shown.id}
              onChange={(preset) => preset !== null && changeView({ preset })}
            />
          )}
          <PresetDetails
            key={shown.id}
            known={shown}
            on={onList.filter(({ presetId }) => presetId === shown.id)}
            {...shared}
            onEdit={() => changeView({ preset: shown.id, open: 'edit' })}
            onDuplicate={() => begin({ ...shown.preset, name: `${shown.preset.name} copy` })}
            onDeleted={() => changeView({ preset: null })}
          />
        </div>
      )}
      <Suspense fallback={<OverlayFallback />}>
        {mayWrite && view.open === 'new' && (
          <PresetDrawer start={start} onClose={close} onSaved={(preset) => changeView({ preset, open: null })} {...shared} />
        )}
        {mayWrite && view.open === 'edit' && shown && presetProblem(person, shown) === null && (
          <PresetDrawer known={shown} start={shown.preset} onClose={close} onSaved={close} {...shared} />
        )}
        {mayWrite && view.open === 'from-chat' && <FromChatDialog {...shared} onUse={begin} onClose={close} />}
        {mayWrite && view.open === 'from-changes' && <FromChangesDialog {...shared} onUse={begin} onClose={close} />}
        {file && <ImportDialog file={file} onClose={() => setFile(null)} onImported={(preset) => changeView({ preset })} />}
      </Suspense>
    </div>
  )
}

const presetsState = urlState({
  /** The id of the mode that is shown. */
  preset: named('mode', optionalText),
  open: oneOf(['new', 'edit', 'from-chat', 'from-changes']),
})

/** The view of the page, all of it in the URL. Opening a form adds a history entry, so that Back closes it. */
const usePresetsView = () => useUrlState(presetsState, (change) => Boolean(change.open))

interface PresetListProps {
  presets: KnownPreset[]
  shownId: string
  on: PresetOn[]
  chats: Chat[]
  labels: ChatLabels
  onShow: (presetId: string) => void
}

function PresetList({ presets, ...rest }: PresetListProps) {
  const own = presets.filter(({ isBuiltIn }) => !isBuiltIn)
  return (
    <nav className={classes.list} aria-label="All modes">
      <h2 className={classes.group}>Built in</h2>
      <Group {...rest} presets={presets.filter(({ isBuiltIn }) => isBuiltIn)} />
      {own.length > 0 && (
        <>
          <h2 className={classes.group}>Your modes</h2>
          <Group {...rest} presets={own} />
        </>
      )}
      <p className="help m-8">A mode holds values for some settings. Ending it puts back what was there before.</p>
    </nav>
  )
}

const Group = ({ presets, shownId, on, chats, labels, onShow }: PresetListProps) => (
  <ul>
    {presets.map(({ id, preset }) => {
      const held = on.filter(({ presetId }) => presetId === id).flatMap((one) => one.chats).length
      return (
        <li key={id}>
          <button type="button" className={classes.item} aria-current={id === shownId || undefined} onClick={() => onShow(id)}>
            <Icon name={presetIcon(id)} />
            <span className="shrinks">
              <span className="outside medium block">{preset.name}</span>
              <span className="help block">
                {plural(Object.keys(preset.values).length, '{count} setting · {chats}', '{count} settings · {chats}', {
                  chats: preset.chats === 'all' ? 'all chats' : counted(chosenChats(preset.chats, chats, labels).length, 'chat'),
                })}
              </span>
            </span>
            {held > 0 && (
              <span className={`tag tag-warn medium push ${classes.on}`}>
                <Icon name="shield" size={12} /> On in {count(held)}
              </span>
            )}
          </button>
        </li>
      )
    })}
  </ul>
)
