import { LinkButton } from '#dashboard/ui/form/Button.tsx'
import { useMatches } from 'react-router-dom'
import { isRight, right as rightOf, roles, type Access } from '#contract/gateway/rights.ts'
import { dashboardPages } from '#dashboard/app/places.ts'
import { TypedTexts, typedTexts } from '#dashboard/app/sign-in/TypedTexts.tsx'
import { chatHome } from '#dashboard/platform/chats/chat-home.ts'
import { openTabs } from '#dashboard/platform/chats/open-tabs.ts'
import { useMay, usePerson } from '#dashboard/platform/session/rights.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { Initial } from '#dashboard/ui/page/Initial.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './NoRight.module.css'
import { CopyTextButton } from '#dashboard/ui/form/CopyButton.tsx'

/** In place of a page that the person may not open: why, and who can help. @param chatId the chat that the page belongs to */
export function NoRight({ right, chatId }: { right: Access; chatId: number | undefined }) {
  const may = useMay()
  const person = usePerson()
  const texts = typedTexts.use()
  const { team } = useSession()
  const title = (useMatches().at(-1)?.handle as { title?: string } | undefined)?.title
  const label = isRight(right) ? rightOf(right).label : ''
  // The head of a chat stands above its pages, but not above the notice that its chat may not be seen.
  const isInHead = chatId !== undefined && may('chats.read', chatId)
  const role = person ? roles[person.role].label : ''
  const owners = team?.owners ?? []
  const what = title === undefined || (chatId !== undefined && !isInHead) ? 'this chat' : `“${title}”`
  // They have the right, only not here.
  const lacksChat = chatId !== undefined && may(right)
  const request = lacksChat
    ? `Please add this chat to those that I can work in.\n${location.href}`
    : `Please give me the permission “${label}” so I can open this page.\n${location.href}`
  const first = Object.values(dashboardPages).find((page) => may(page.right))
  const tab = isInHead && openTabs(may, chatId).length > 0
  return (
    <>
      {!isInHead && <PageHead title={chatId === undefined ? (title ?? '') : 'Chat'} />}
      <section className={`beside gap-12 ${classes.body}`} aria-labelledby="no-right">
        <Icon name="lock" size={20} className="quiet" />
        <div className="stack gap-24 grow">
          <div>
            <h2 className="heading" id="no-right">
              You can’t open {what}
            </h2>
            <p className="help">
              {lacksChat
                ? `Your role is ${role}. You have the permission “${label}” in other chats, but this one is not among yours.`
                : `Your role is ${role}. Opening this page needs the permission “${label}”.`}
            </p>
          </div>
          <TypedTexts texts={texts} />
          <div>
            <h3 className="meta">Who can help</h3>
            <ul>
              {owners.map((name) => (
                <li key={name} className="row underline">
                  <Initial name={name} />
                  <b className="medium outside">{name}</b>
                  <span className="help">{lacksChat ? 'Owner, can add chats to yours' : 'Owner, can change your permissions'}</span>
                </li>
              ))}
            </ul>
          </div>
          <div>
            <h3 className="medium">Request to send</h3>
            <p className="help">Copy it into a message to one of them.</p>
            <p className={classes.request}>{request}</p>
            <div className="row">
              <CopyTextButton variant="filled" label="Copy request" text={request} />
              {tab ? (
                <LinkButton to={chatHome(may, chatId)}>Back to the chat</LinkButton>
              ) : (
                first && <LinkButton to={first.path}>Go to {first.title}</LinkButton>
              )}
            </div>
          </div>
        </div>
      </section>
    </>
  )
}
