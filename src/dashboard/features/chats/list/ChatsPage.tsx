import { Button } from '#dashboard/ui/form/Button.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Chat } from '#contract/chats.ts'
import { catalogueQuery, languageName } from '#dashboard/platform/service/catalogue.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { ChatFilterBar } from '#dashboard/platform/chats/filters/ChatFilterBar.tsx'
import { filterNames, passing } from '#dashboard/platform/chats/filters/chat-filters.ts'
import { loadDoctor, useDoctor } from '#dashboard/platform/chats/doctor.ts'
import { chatLabels, pinnedChats } from '#dashboard/platform/chats/chat-labels.ts'
import { chatMatcher, pinnedFirst } from '#dashboard/platform/chats/chat-search.ts'
import { NewMenu } from '#dashboard/platform/chats/NewMenu.tsx'
import { chatHome } from '#dashboard/platform/chats/chat-home.ts'
import { PlaceHead } from '#dashboard/platform/session/PlaceHead.tsx'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { Chips } from '#dashboard/ui/feedback/Chip.tsx'
import { DataTable } from '#dashboard/ui/table/DataTable.tsx'
import { useFittingColumns } from '#dashboard/ui/table/fit-columns.ts'
import { useSelection } from '#dashboard/ui/table/use-selection.ts'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { OnDemandOverlay, OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { HeadButton, Toolbar } from '#dashboard/ui/page/Page.tsx'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { ServerTime, useServiceNow } from '#dashboard/ui/format/time.tsx'
import { LabelBadges, type RowContext, StateBadges } from './badges.tsx'
import classes from './list.module.css'
import { ChatLink, columnsOf } from './columns.tsx'
import { chatListState, type ColumnKey, sorted, useChatListView, withoutSettings } from './view.ts'
import { laterPart, lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { chatTitle } from '#contract/chat-title.ts'

const ReadLabels = laterPart(async () => (await import('#dashboard/platform/chats/read-labels.ts')).ReadLabels)
const ReadHours = laterPart(async () => (await import('#dashboard/platform/chats/read-labels.ts')).ReadHours)
const LabelsDialog = lazyPart(async () => (await import('../LabelsDialog.tsx')).LabelsDialog)
const ViewsButton = laterPart(async () => (await import('./later-parts.tsx')).ViewsButton)
const ListSummary = laterPart(async () => (await import('./later-parts.tsx')).ListSummary)
const NoRows = lazyPart(async () => (await import('./later-parts.tsx')).NoRows)
const ChatsBulkBar = lazyPart(async () => (await import('./ChatsBulkBar.tsx')).ChatsBulkBar)
const NewChatDrawer = lazyPart(async () => (await import('../create/NewChatDrawer.tsx')).NewChatDrawer)
const ChatMenu = lazyPart(async () => (await import('../ChatMenu.tsx')).ChatMenu)
const DuplicateDrawer = lazyPart(async () => (await import('../create/DuplicateDrawer.tsx')).DuplicateDrawer)

export function ChatsPage() {
  const reading = useSuspenseQuery(endpointQuery('chatList', {}))
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const { plan: limits, currency } = useSuspenseQuery(endpointQuery('accountRead', {})).data.data
  const [view, changeView] = useChatListView()
  const may = useMay()
  const mayCreate = may('chats.create')
  const seesSettings = may('settings.read')
  const now = useServiceNow()
  const openNewChat = () => changeView({ open: { drawer: 'new' } })
  useKey('n', 'New chat', openNewChat, mayCreate)

  const chats = reading.data.data
  const pinned = pinnedChats.use()
  const ordered = useMemo(() => pinnedFirst(sorted(chats, view.sort), pinned), [chats, view.sort, pinned])
  const found = useMemo(() => (view.search ? ordered.filter(chatMatcher(view.search)) : ordered), [ordered, view.search])
  const doctor = useDoctor()
  useEffect(() => void loadDoctor(), [])
  const findings = useMemo(
    () =>
      doctor && {
        of: (chat: Chat) => doctor.findingsOf(chat, currency, catalogue),
        has: (chat: Chat, wanted: string) => doctor.hasFinding(chat, currency, catalogue, wanted),
      },
    [doctor, currency, catalogue],
  )
  const withFindings = useMemo(() => findings && found.filter((chat) => findings.has(chat, '1')).length, [found, findings])
  const labels = chatLabels.use()
  const [labelled, setLabelled] = useState<Chat[] | null>(null)
  const filterContext = useMemo(() => ({ now, labels, hasFinding: findings?.has ?? null }), [now, labels, findings])
  const shown = useMemo(() => passing(found, view, filterContext), [found, view, filterContext])
  const pinnedShown = useMemo(() => shown.filter(({ id }) => pinned.has(id)).length, [shown, pinned])
  const selection = useSelection({ rows: shown, idOf })
  const chosen = useMemo(() => chats.filter(({ id }) => selection.ids.has(id)), [chats, selection.ids])
  const typed = view.search
  const context = useMemo(() => ({ currency, catalogue, labels, pinned, typed }), [currency, catalogue, labels, pinned, typed])
  const phoneItem = useCallback((chat: Chat) => <ChatItem chat={chat} context={context} />, [context])
  const columns = useFittingColumns(
    useMemo(() => {
      const allowed = seesSettings ? view.columns : withoutSettings(view.columns)
      // An empty column would only take the place of others.
      return columnsOf(labels.size > 0 ? allowed : allowed.filter((key) => key !== 'labels'), context)
    }, [seesSettings, view.columns, context, labels]),
    view.fit,
  )
  const close = () => changeView({ open: null })
  const navigate = useNavigate()
  // In place of the open drawer, so that Back leads to the list.
  const openNew = (chatId: number) => void navigate(chatHome(may, chatId), { replace: true })
  const source =
    view.open?.drawer === 'duplicate' ? chats.find(({ id }) => view.open?.drawer === 'duplicate' && id === view.open.chatId) : undefined

  return (
    <div className={`column full ${classes.page}`}>
      <PlaceHead actions={<NewMenu chats={chats} button={<HeadButton icon="plus" label="New" />} onChat={openNewChat} />} />
      <StaleNotice what="The chats" reading={reading} />
      <Toolbar>
        <SearchField slashKey="Search" label="Search name or hash" value={view.search} onChange={(search) => changeView({ search })} />
        <Chips label="Filter">
          <ChatFilterBar
            names={seesSettings ? filterNames : namesWithoutSettings}
            chats={found}
            filters={view}
            context={filterContext}
            catalogue={catalogue}
            findingsOf={findings?.of}
            titleOf={doctor?.titleOf}
            withFindings={withFindings ?? undefined}
            onChange={changeView}
          />
          <Suspense>
            <ViewsButton
              query={chatListState.write({ ...view, open: null }).toString()}
              onOpen={(query) => changeView(chatListState.read(new URLSearchParams(query)))}
            />
          </Suspense>
        </Chips>
        {seesSettings && <ColumnsButton columns={view.columns} onChange={(next) => changeView({ columns: next })} />}
      </Toolbar>
      <DataTable
        label="Chats"
        rows={shown}
        columns={columns.shown}
        measured={columns.measured}
        idOf={idOf}
        first={pinnedShown}
        nameOf={chatTitle}
        sort={view.sort}
        onSort={(sort) => changeView({ sort })}
        selection={selection}
        menu={(chat) => (
          <ChatMenu
            chat={chat}
            onDuplicate={() => changeView({ open: { drawer: 'duplicate', chatId: chat.id } })}
            onLabel={() => setLabelled([chat])}
          />
        )}
        item={phoneItem}
        empty={
          // Which chats have findings is not known before the doctor's rules are there.
          view.findings === null || doctor ? (
            <Suspense>
              <NoRows view={view} hasChats={chats.length > 0} onChange={changeView} />
            </Suspense>
          ) : null
        }
      />
      {shown.length > 0 && (
        <p className="help panel">
          {/* The line is there before its words. */}
          <Suspense fallback={'\u00A0'}>
            <ListSummary
              counts={{ shown: shown.length, all: chats.length, pinned: pinnedShown, limit: limits.rooms, used: limits.usedRooms }}
              sort={view.sort}
              hidden={columns.dropped}
              onShow={() => changeView({ fit: false })}
            />
          </Suspense>
        </p>
      )}
      <Suspense>
        <ReadLabels />
        <ReadHours />
      </Suspense>
      <Suspense>
        {chosen.length > 0 && <ChatsBulkBar chats={chosen} all={chats.length} selection={selection} onLabel={setLabelled} />}
      </Suspense>
      <Suspense fallback={<OverlayFallback />}>
        {mayCreate && view.open?.drawer === 'new' && (
          <NewChatDrawer chats={chats} catalogue={catalogue} plan={limits} onClose={close} onCreated={openNew} />
        )}
        {labelled && <LabelsDialog chats={labelled} all={chats} labels={labels} onClose={() => setLabelled(null)} />}
        {mayCreate && source && <DuplicateDrawer chat={source} plan={limits} onClose={close} onCreated={openNew} />}
      </Suspense>
    </div>
  )
}

const idOf = ({ id }: Chat) => id
const namesWithoutSettings = filterNames.filter((name) => name === 'label' || name === 'show')

/** A chat in the list on phones. */
function ChatItem({ chat, context }: { chat: Chat; context: RowContext }) {
  return (
    <>
      <ChatLink chat={chat} typed={context.typed} />
      <div className="row quiet fz-help wrap mt-2">
        {context.pinned.has(chat.id) && <Icon name="pin" size={14} label="Pinned" />}
        <LabelBadges labels={context.labels.get(chat.id) ?? []} />
        <StateBadges chat={chat} context={context} />
        <ServerTime date={chat.lastUsed} />
        <span>{languageName(context.catalogue, chat.langId)}</span>
      </div>
    </>
  )
}

const ColumnsMenu = lazyPart(async () => (await import('./ColumnsMenu.tsx')).ColumnsMenu)

/** Opens the choice of columns, whose code comes with the first opening. */
function ColumnsButton(props: { columns: ColumnKey[]; onChange: (columns: ColumnKey[]) => void }) {
  const button = (
    <Button size="xs" className="push rigid not-on-phones" icon="columns">
      Columns
    </Button>
  )
  return (
    <OnDemandOverlay button={button}>
      {(onNotLoaded) => <ColumnsMenu button={button} {...props} onNotLoaded={onNotLoaded} />}
    </OnDemandOverlay>
  )
}
