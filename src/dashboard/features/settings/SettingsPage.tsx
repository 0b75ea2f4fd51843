import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { Chat } from '#contract/chats.ts'
import { isSettingName, settingNames, type Settings, withSoundNames } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { reviewChat } from '#dashboard/platform/changes/review/review-model.ts'
import { PageBottom } from '#dashboard/platform/jobs/JobsSlot.tsx'
import { draftName } from '#dashboard/platform/saving/drafts.ts'
import { DraftOffer, SaveBar } from '#dashboard/platform/saving/SaveBar.tsx'
import { type EditedForm, useEditedForm, useFromForm } from '#dashboard/platform/saving/use-edited-form.ts'
import type { Saving } from '#dashboard/platform/saving/use-saving.ts'
import { type Catalogue, catalogueQuery, soundName } from '#dashboard/platform/service/catalogue.ts'
import { useMay, useSeesHistory } from '#dashboard/platform/session/rights.ts'
import { parseId } from '#dashboard/platform/to.ts'
import { isOverlayOpen } from '#dashboard/ui/overlay/keys.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { useLatest } from '#dashboard/ui/page/use-latest.ts'
import { pick } from '#engine/saving/three-way.ts'
import { controlId, rowId } from './form/SettingRow.tsx'
import {
  asSettings,
  edit,
  editedNames,
  type SettingsForm,
  settingsResolver,
  SettingsStoreProvider,
  useStore,
  type Values,
} from './form/store.ts'
import { Doctor } from './list/Doctor.tsx'
import { Shown } from './list/Shown.tsx'
import { type SettingsView, useSettingsView } from './list/view.ts'
import { LeftOutDialog, SettingsSaveDialogs } from './SettingsSaveDialogs.tsx'
import { usePageSaving } from './use-page-saving.ts'
import classes from './settings.module.css'
import { Drawer } from '@mantine/core'
import { useMedia } from '#dashboard/ui/page/use-media.ts'
import { firstIdle } from '#dashboard/ui/page/first-idle.ts'

const ReviewDialog = lazyPart(async () => (await import('#dashboard/platform/changes/review/ReviewDialog.tsx')).ReviewDialog)

export function SettingsPage() {
  const chatId = parseId(useParams()['chatId']) ?? 0
  const { data } = useSuspenseQuery(endpointQuery('chatRead', { params: { chatId } })).data
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const chat = useMemo(() => withSoundNames(data, soundName(catalogue)), [data, catalogue])
  return <Settings key={chatId} chat={chat} catalogue={catalogue} />
}

function Settings({ chat, catalogue }: { chat: Chat; catalogue: Catalogue }) {
  const { currency } = useSuspenseQuery(endpointQuery('accountRead', {})).data.data
  const [view, changeView] = useSettingsView()
  const mayWrite = useMay()('settings.write', chat.id)
  const edits = useEditedForm<Settings, Values>({
    draftName: draftName('settings', chat.id),
    names: settingNames,
    held: chat,
    resolver: settingsResolver,
    offersDraft: true,
  })
  const { form, base } = edits
  const { saving, hours, saveAll, ...review } = usePageSaving({ chat, edits, currency, catalogue, onProblem: goTo })

  function goTo(name: SettingName) {
    changeView({ search: '', show: 'all', setting: name })
    // A link to the same setting must scroll again.
    if (view.setting === name) reveal(name)
  }
  useEffect(() => {
    if (view.setting) reveal(view.setting)
  }, [view.setting])

  // Edits that another page staged are reviewed before they are sent.
  const reviewAtOnce = useEffectEvent(() => {
    changeView({ review: false, undo: null })
    if (edits.editedNames().length > 0) void review.review(view.undo)
  })
  useEffect(() => {
    if (view.review) reviewAtOnce()
  }, [view.review])

  // The same object while nothing in it changes: every row reads it, and the search or a dialog changes none of them.
  const latest = useLatest({ goTo })
  const termsLink = chat.registerTermsLink
  const historyOf = useSeesHistory() ? chat.id : null
  const store = useMemo(
    () => ({ form, base, catalogue, termsLink, historyOf, pointedAt: view.setting, goTo: latest.goTo, hours }),
    [form, base, catalogue, termsLink, historyOf, view.setting, latest, hours],
  )
  return (
    <SettingsStoreProvider value={store}>
      <div className={classes.page} data-preview={view.preview !== 'closed' || undefined}>
        <Shown chat={chat} view={view} onView={changeView}>
          <Doctor currency={currency} />
        </Shown>
        <PreviewPane saved={base} hasCurrency={currency !== ''} open={view.preview} onOpen={(preview) => changeView({ preview })} />
      </div>
      <PageBottom>
        <Bottom saving={saving} draft={mayWrite ? edits.draft : null} onSave={() => void saveAll()} onReview={() => void review.review()} />
      </PageBottom>
      {review.leftOut && <LeftOutDialog {...review.leftOut.about} onAnswer={review.leftOut.answer} />}
      <SettingsSaveDialogs saving={saving} />
      <Suspense fallback={<OverlayFallback />}>
        {review.reviewed && (
          <ReviewDialog
            chats={[
              reviewChat(chat, {
                base,
                changes: pick(asSettings(review.reviewed), (name) => editedNames(base, review.reviewed!).includes(name)),
              }),
            ]}
            others={0}
            currency={currency}
            catalogue={catalogue}
            also={{ title: 'Opening hours', rows: hours.get()?.rows() ?? [] }}
            onSave={async ([order]) => saveAll(Object.keys(order?.changes ?? {}).filter(isSettingName))}
            onFix={(_, changes) => {
              for (const [name, value] of Object.entries(changes)) if (isSettingName(name)) edit(form, name, value)
              review.refreshReview()
            }}
            onClose={() => review.closeReview()}
          />
        )}
      </Suspense>
    </SettingsStoreProvider>
  )
}

interface BottomProps {
  saving: Saving<Settings>
  /** null: of somebody who may not change anything. */
  draft: EditedForm<Settings, Values>['draft'] | null
  onSave: () => void
  onReview: () => void
}

/** The bar of the settings and the opening hours. It alone is drawn again when an hour is typed. */
function Bottom({ draft, saving, ...acts }: BottomProps) {
  const hours = useStore().hours.use()
  const isOfHours = useFromForm(saving.form, () => saving.editedNames().length === 0)
  return (
    <>
      {draft && <DraftOffer draft={draft} also={hours?.draft} />}
      <SaveBar
        saving={saving}
        also={hours?.saving ?? null}
        at="bottom"
        {...(isOfHours && hours?.note && { note: <span className="outside">{hours.note}</span> })}
        {...acts}
      />
    </>
  )
}

/** Scrolls to a setting and focuses its control, unless a dialog is open: keys typed there must not change anything beneath it. */
function reveal(name: SettingName) {
  // Rows that a filter hid are rendered first.
  requestAnimationFrame(() => {
    document.getElementById(rowId(name))?.scrollIntoView({ block: 'center' })
    if (!isOverlayOpen()) document.getElementById(controlId(name))?.focus({ preventScroll: true })
  })
}

const Preview = lazy(() => firstIdle.then(async () => ({ default: (await import('./preview/Preview.tsx')).Preview })))

interface PreviewPaneProps {
  saved: Settings
  hasCurrency: boolean
  open: SettingsView['preview']
  onOpen: (open: SettingsView['preview']) => void
}

function PreviewPane({ saved, hasCurrency, open, onOpen }: PreviewPaneProps) {
  const { form } = useStore()
  const wide = useMedia('(min-width: 75em)')
  const shown = open === 'open' || (wide && open === 'usual')
  if (!shown) return null
  const close = () => onOpen(wide ? 'closed' : 'usual')
  const preview = (
    <Suspense>
      <Live form={form} saved={saved} hasCurrency={hasCurrency} onClose={close} />
    </Suspense>
  )
  if (wide)
    return (
      <aside className={classes.side}>
        <div className={classes.pane}>{preview}</div>
      </aside>
    )
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
