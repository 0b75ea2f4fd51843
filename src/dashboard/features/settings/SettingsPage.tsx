import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useMemo } from 'react'
import { useParams } from 'react-router-dom'
import type { Chat } from '#contract/chats.ts'
import { withSoundNames } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { catalogueQuery, soundName, type Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { q } from '#dashboard/platform/api/query.ts'
import { parseId } from '#dashboard/platform/to.ts'
import { JobsSlot } from '#dashboard/platform/jobs/JobsSlot.tsx'
import { isOverlayOpen } from '#dashboard/ui/overlay/keys.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { ClashDialog } from './saving/ClashDialog.tsx'
import { Doctor } from './list/Doctor.tsx'
import { DraftOffer } from './saving/DraftOffer.tsx'
import { LeftOutDialog } from './saving/LeftOutDialog.tsx'
import { NotKeptDialog } from './saving/NotKeptDialog.tsx'
import { PreviewPane } from './PreviewPane.tsx'
import { ReviewDialog } from './saving/ReviewDialog.tsx'
import { SaveBar } from './saving/SaveBar.tsx'
import { controlId, rowId } from './form/SettingRow.tsx'
import classes from './SettingsPage.module.css'
import { Shown } from './list/Shown.tsx'
import { edit, editedNames, SettingsStoreProvider } from './form/store.ts'
import { useSaving } from './saving/use-saving.ts'
import { useSettingsForm } from './form/use-settings-form.ts'
import { useSettingsView } from './list/view.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

const CompareDialog = lazyPart(async () => (await import('./file/CompareDialog.tsx')).CompareDialog)

export function SettingsPage() {
  const chatId = parseId(useParams()['chatId']) ?? 0
  const { data } = useSuspenseQuery(q('chatRead', { params: { chatId } })).data
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const chat = useMemo(() => withSoundNames(data, soundName(catalogue)), [data, catalogue])
  return <Settings key={chatId} chat={chat} catalogue={catalogue} />
}

function Settings({ chat, catalogue }: { chat: Chat; catalogue: Catalogue }) {
  const { currency } = useSuspenseQuery(q('accountRead', {})).data.data
  const [view, changeView] = useSettingsView()
  const { form, base, adopt, draft } = useSettingsForm(chat)
  const saving = useSaving({ chatId: chat.id, form, base, adopt, currency, catalogue, onProblem: goTo })

  function goTo(name: SettingName) {
    changeView({ search: '', show: 'all', setting: name })
    // Pointing at the same setting again must scroll again.
    if (view.setting === name) reveal(name)
  }
  useEffect(() => {
    if (view.setting) reveal(view.setting)
  }, [view.setting])

  // What another page put into the draft is shown before it is sent.
  const reviewAtOnce = useEffectEvent(() => {
    changeView({ review: false })
    if (editedNames(base, form.getValues()).length > 0) saving.review()
  })
  useEffect(() => {
    if (view.review) reviewAtOnce()
  }, [view.review])

  const store = { form, base, catalogue, termsLink: chat.registerTermsLink, pointedAt: view.setting, goTo }
  return (
    <SettingsStoreProvider value={store}>
      <div className={classes.page} data-preview={view.preview !== 'closed' || undefined}>
        <Shown view={view} onView={changeView}>
          <Doctor currency={currency} />
        </Shown>
        <PreviewPane saved={base} hasCurrency={currency !== ''} open={view.preview} onOpen={(preview) => changeView({ preview })} />
      </div>
      <div className={classes.bottom} data-bulk-bar data-holds-jobs>
        <JobsSlot at="phone" />
        {draft.offered && <DraftOffer draft={draft.offered} onRestore={draft.restore} onDrop={draft.drop} />}
        <SaveBar
          saving={saving.busy}
          error={saving.error}
          unchecked={saving.unchecked}
          onCheck={saving.checkAgain}
          onSave={() => saving.save()}
          onReview={saving.review}
          onDiscard={() => adopt(chat, {})}
        />
      </div>
      {saving.reviewed && <ReviewDialog values={saving.reviewed} currency={currency} onSave={saving.save} onClose={saving.endReview} />}
      {saving.clashes && <ClashDialog clashes={saving.clashes.about} onChoose={saving.clashes.answer} />}
      {saving.leftOut && <LeftOutDialog {...saving.leftOut.about} onAnswer={saving.leftOut.answer} />}
      {saving.notKept.length > 0 && (
        <NotKeptDialog
          notKept={saving.notKept}
          onPutBack={(name, meant) => {
            edit(form, name, meant)
            saving.settle(name)
          }}
          onChoose={(name) => {
            saving.settle(name)
            goTo(name)
          }}
          onKeep={saving.settle}
          onClose={() => saving.settle()}
        />
      )}
      <Suspense fallback={<OverlayFallback />}>
        {view.compare && <CompareDialog chatId={chat.id} onClose={() => changeView({ compare: false })} />}
      </Suspense>
    </SettingsStoreProvider>
  )
}

/** Brings a setting into view and its control into focus, unless a dialog has it: what is typed there must not switch anything beneath. */
function reveal(name: SettingName) {
  // After the rows that a filter hid are drawn again.
  requestAnimationFrame(() => {
    document.getElementById(rowId(name))?.scrollIntoView({ block: 'center' })
    if (!isOverlayOpen()) document.getElementById(controlId(name))?.focus({ preventScroll: true })
  })
}
