import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { endpointQuery, forgetChat } from '#dashboard/platform/api/query.ts'
import { loadDoctor } from '#dashboard/platform/chats/doctor.ts'
import { chatHome } from '#dashboard/platform/chats/chat-home.ts'
import { openTabs } from '#dashboard/platform/chats/open-tabs.ts'
import { catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { type May, useMay } from '#dashboard/platform/session/rights.ts'
import { type ChatTab, parseId, to } from '#dashboard/platform/to.ts'
import { StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { CopyButton } from '#dashboard/ui/form/CopyButton.tsx'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { OnDemandOverlay, OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { laterPart, lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { MenuButton } from '#dashboard/ui/page/Page.tsx'
import { PageTabs } from '#dashboard/ui/page/PageTabs.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './chats.module.css'
import { StateBadges } from './list/badges.tsx'

const ChatSwitcherList = lazyPart(async () => (await import('./list/ChatSwitcherList.tsx')).ChatSwitcherList)
const ChatMenu = lazyPart(async () => (await import('./ChatMenu.tsx')).ChatMenu)
const ReadHours = laterPart(async () => (await import('#dashboard/platform/chats/read-labels.ts')).ReadHours)
const DuplicateDrawer = lazyPart(async () => (await import('./create/DuplicateDrawer.tsx')).DuplicateDrawer)

interface ChatTabEntry {
  name: ChatTab
  label: string
  note: (chatId: number) => ReactNode
}

interface ChatLayoutProps {
  tabs: readonly ChatTabEntry[]
  /** More badges beside the name. */
  badges: (chatId: number) => ReactNode
  children: ReactNode
}

/** The head of a chat above each of its pages: name, switcher, hash, badges, actions and tabs. */
export function ChatLayout({ tabs, badges, children }: ChatLayoutProps) {
  const chatId = parseId(useParams()['chatId']) ?? 0
  const reading = useSuspenseQuery(endpointQuery('chatRead', { params: { chatId } }))
  const { plan, currency } = useSuspenseQuery(endpointQuery('accountRead', {})).data.data
  const catalogue = useSuspenseQuery(catalogueQuery).data
  useEffect(() => void loadDoctor(), [])
  const may = useMay()
  const open = openTabs(may, chatId)
  const [duplicating, setDuplicating] = useState(false)
  const navigate = useNavigate()
  const chat = reading.data.data
  const deleted = useRef(false)
  // Only after this head is unmounted: a mounted one would read the chat again, which the service would refuse.
  useEffect(() => () => void (deleted.current && forgetChat(chatId, 'all')), [chatId])
  const leaveDeleted = () => {
    deleted.current = true
    void navigate(to.chats())
  }
  const openCopy = (copyId: number) => {
    setDuplicating(false)
    void navigate(chatHome(may, copyId))
  }
  const { name: tab, label } = useTab(tabs)
  return (
    <>
      <title>{`${label} · ${chatTitle(chat)} · Roomkeeper`}</title>
      <header className={classes.head}>
        <div className={`row gap-10 ${classes.top}`}>
          <MenuButton />
          <h1 className={classes.title}>
            <ChatSwitcher chat={chat} tab={tab} />
          </h1>
          <span className="code inline-row gap-0 quiet fz-help not-on-phones">
            {chat.hash} <CopyButton value={chat.hash} label="Copy the public hash" />
          </span>
          <span className={`beside gap-4 scrolls-away ${classes.badges}`}>
            <StateBadges chat={chat} context={{ currency, catalogue }} />
            {badges(chatId)}
          </span>
          {hasChatActions(may, chatId) && (
            <ActionMenu
              button={<IconButton icon="more" size="xs" className="push" aria-label={`Actions for ${chatTitle(chat)}`} />}
              items={() => <ChatMenu chat={chat} inChat onDuplicate={() => setDuplicating(true)} onDeleted={leaveDeleted} />}
            />
          )}
        </div>
        <PageTabs
          label="Parts of this chat"
          current={to.chat(chatId, tab)}
          tabs={tabs
            .filter(({ name }) => open.includes(name))
            .map(({ name, label, note }) => ({ path: to.chat(chatId, name), label, note: note(chatId) }))}
        />
      </header>
      <StaleNotice what="This chat" reading={reading} />
      {children}
      <Suspense>
        <ReadHours chatId={chatId} />
      </Suspense>
      <Suspense fallback={<OverlayFallback />}>
        {duplicating && <DuplicateDrawer chat={chat} plan={plan} onClose={() => setDuplicating(false)} onCreated={openCopy} />}
      </Suspense>
    </>
  )
}

function useTab(tabs: readonly ChatTabEntry[]): ChatTabEntry {
  const part = useLocation().pathname.split('/')[3]
  return tabs.find(({ name }) => name === part) ?? tabs[0]!
}

/** From one chat to another without leaving the tab. */
function ChatSwitcher({ chat, tab }: { chat: Chat; tab: ChatTab }) {
  const button = (
    <Button
      variant="subtle"
      className={classes.switcher}
      rightSection={<Icon name="updown" size={14} />}
      aria-label={`${chatTitle(chat)}, switch to another chat`}
      // By keyboard the full name is in the list that it opens.
      title={chatTitle(chat)}
    >
      <span className="outside cut block">{chatTitle(chat)}</span>
    </Button>
  )
  return (
    <OnDemandOverlay button={button}>
      {(onNotLoaded) => <ChatSwitcherList button={button} current={chat.id} tab={tab} onNotLoaded={onNotLoaded} />}
    </OnDemandOverlay>
  )
}

/** Whether the menu of a chat has anything but the way into it. */
const hasChatActions = (may: May, chatId: number) =>
  may('chats.create') || may('settings.read', chatId) || may('chats.delete', chatId) || may('audit.read')
