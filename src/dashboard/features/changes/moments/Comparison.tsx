import { Button } from '#dashboard/ui/form/Button.tsx'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Chat } from '#contract/chats.ts'
import { isUnnamedSound, settingNames, type Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { ChatVersion } from '#contract/gateway/chat-versions.ts'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { type SettingChange, settingRow } from '#dashboard/platform/changes/change-row.ts'
import { ChangeTable } from '#dashboard/platform/changes/ChangeTable.tsx'
import { draftName, draftRevision, readDraft, stageEdits } from '#dashboard/platform/saving/drafts.ts'
import { catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { StickyBar } from '#dashboard/ui/page/StickyBar.tsx'
import { atInWords, changedBy, nowId, titleOf } from './versions.ts'
import { Loading } from '#dashboard/ui/feedback/Loaded.tsx'

export interface ComparisonProps {
  /** As the service holds it now. */
  chat: Chat
  versions: readonly ChatVersion[]
  a: string
  b: string
  onSwap: () => void
  /** On phones: back to the list. */
  onBack: () => void
}

/** The values of a version: what is not known of it has not changed since. */
function useVersion(chat: Chat, id: string) {
  const params = { chatId: chat.id, versionId: id }
  const reading = useQuery({ ...gatewayQuery('versionRead', { params }), enabled: id !== nowId })
  const values: Settings | null = id === nowId ? chat : reading.data ? { ...chat, ...reading.data.data.values } : null
  return { reading, values }
}

/** Two versions side by side, and what of A can be put back. */
export function Comparison({ chat, versions, a, b, onSwap, onBack }: ComparisonProps) {
  const [showsAll, setShowsAll] = useState(false)
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const navigate = useNavigate()
  const mayWrite = useMay()('settings.write', chat.id)
  draftRevision.use()
  const draft = draftName('settings', chat.id)
  const edits = readDraft(draft)?.changes ?? {}
  const [one, other] = [useVersion(chat, a), useVersion(chat, b)]
  const failed = one.reading.error ? one.reading : other.reading.error ? other.reading : null
  if (failed?.error) return <LoadError what="This version" reading={failed} />
  const [before, after] = [one.values, other.values]
  if (!before || !after) return <Loading what="the versions" />
  const timeOf = (id: string) => [one, other].find(({ reading }) => reading.data?.data.id === id)?.reading.data?.data.at ?? Infinity
  const momentOf = (id: string) => (id === nowId ? 'Now' : atInWords(timeOf(id)))
  const differing = settingNames.filter((name) => before[name] !== after[name])
  const shown = showsAll ? settingNames : differing
  const [from, until] = [timeOf(a), timeOf(b)].toSorted((x, y) => x - y)
  const canPutBack = (name: SettingName) => before[name] !== chat[name] && !isUnnamedSound(name, before[name])
  const left = differing.filter((name) => canPutBack(name) && edits[name] !== before[name])

  const rowOf = (name: SettingName): SettingChange => {
    const by = changedBy(versions, name, from ?? 0, until ?? Infinity)
    return {
      ...settingRow(name, before[name], after[name], catalogue),
      state: 'differs',
      note: by ? (by.kind === 'outside' ? titleOf(by) : `${titleOf(by)}, ${atInWords(by.at)}`) : '',
    }
  }

  function putBack(names: readonly SettingName[]): boolean {
    const isKept = stageEdits(draft, chat, Object.fromEntries(names.map((name) => [name, before![name]])))
    if (!isKept) toast('This browser could not keep the edits')
    return isKept
  }
  const review = () => void navigate(to.settingsReview(chat.id))
  return (
    <div className="column">
      <div className="row wrap panel">
        <Button className="on-phones" variant="subtle" icon="left" onClick={onBack}>
          Versions
        </Button>
        <h2 className="heading inline-row nowrap">
          {momentOf(a)} <Icon name="right" size={12} label="compared with" /> {momentOf(b)}
        </h2>
        <p className="help grow">
          {differing.length > 0 && plural(differing.length, '{count} setting differs', '{count} settings differ')}
        </p>
        <Button size="xs" aria-pressed={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show differences' : `Show all ${settingNames.length}`}
        </Button>
        <Button size="xs" icon="repeat" onClick={onSwap}>
          Swap
        </Button>
      </div>
      {shown.length === 0 ? (
        <p className="panel">Both versions have the same settings.</p>
      ) : (
        <ChangeTable
          label="Settings of both versions"
          groups={[{ key: 'all', rows: shown.map(rowOf) }]}
          columns={{ place: null, before: `A · ${momentOf(a)}`, after: `B · ${momentOf(b)}`, state: 'Last changed', actions: 92 }}
          wholeTexts
          action={({ name, label }) =>
            edits[name] === before[name] ? (
              <span className="accent fz-help">In your edits</span>
            ) : (
              mayWrite &&
              canPutBack(name) && (
                <Button size="xs" aria-label={`Put back ${label}`} onClick={() => putBack([name])}>
                  Put back
                </Button>
              )
            )
          }
        />
      )}
      {mayWrite && (
        <StickyBar label="Put back">
          <p className="help grow">Putting back adds to your edits of this chat. Nothing is saved before Review.</p>
          {Object.keys(edits).length > 0 && <Button onClick={review}>Review edits</Button>}
          {left.length > 0 && (
            <Button variant="filled" icon="undo" onClick={() => putBack(left) && review()}>
              {plural(left.length, 'Put back {count}', 'Put back all {count}')}
            </Button>
          )}
        </StickyBar>
      )}
    </div>
  )
}
