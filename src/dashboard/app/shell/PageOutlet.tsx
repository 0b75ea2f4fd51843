import { Outlet, useLocation, useNavigation } from 'react-router-dom'
import { to } from '#dashboard/platform/to.ts'
import classes from './Frame.module.css'
import { PageSkeleton, useLate } from './skeletons.tsx'

const chatIn = (path: string) => /^\/chats\/\d+(?=\/)/.exec(path)?.[0]

/**
 * Where a page is drawn, and its skeleton while the next one takes long to load.
 * @param inChat below the head of a chat, which stays between two pages of the same chat; otherwise below that of the product
 */
export function PageOutlet({ inChat = false }: { inChat?: boolean }) {
  const { pathname } = useLocation()
  const { location: target } = useNavigation()
  const leaves = target !== undefined && target.pathname !== pathname
  const staysInChat = leaves && chatIn(pathname) !== undefined && chatIn(pathname) === chatIn(target.pathname)
  const waiting = useLate(leaves && staysInChat === inChat)
  return (
    <>
      <div className={classes.page} hidden={waiting}>
        <Outlet />
      </div>
      {waiting && <PageSkeleton shape={target?.pathname === to.chats() ? 'table' : 'panels'} />}
    </>
  )
}
