import { Button, IconButton } from '../form/Button.tsx'
import { type ComponentProps, createContext, use, type ReactNode } from 'react'
import { useMatches } from 'react-router-dom'
import { Icon, type IconName } from '../theme/icons.tsx'
import { PageLink } from './PageLink.tsx'
import classes from './Page.module.css'

/** Opens the menu of pages on phones. Set by the frame. */
export const OpenNavigation = createContext<() => void>(() => {})

export function MenuButton() {
  const openMenu = use(OpenNavigation)
  return <IconButton icon="menu" className={`on-phones ${classes.menu}`} onClick={openMenu} aria-label="Menu" />
}

interface PageHeadProps {
  /** The page that this one belongs to, before its title. */
  above?: { path: string; title: string }
  title?: string
  documentTitle?: string
  beside?: ReactNode
  actions?: ReactNode
}

/**
 * The head of a page: its title, and what can be done with all of it.
 * @param title missing: the one its route declares in `handle`
 * @param documentTitle of the window, where it says more than the title
 * @param beside next to the title
 */
export function PageHead({ above, title: ownTitle, documentTitle, beside, actions }: PageHeadProps) {
  const routeTitle = (useMatches().at(-1)?.handle as { title?: string } | undefined)?.title
  const title = ownTitle ?? routeTitle ?? ''
  return (
    <header className={classes.head}>
      <title>{`${documentTitle ?? title} · Roomkeeper`}</title>
      <MenuButton />
      {above && (
        <PageLink to={above.path} className="link inline-row gap-8 rigid">
          {above.title} <Icon name="right" size={12} className="quiet" />
        </PageLink>
      )}
      <h1 className={`outside ${classes.title} ${beside ? 'cut' : 'grow'}`}>{title}</h1>
      {beside && <div className="grow">{beside}</div>}
      <div className="row">{actions}</div>
    </header>
  )
}

/** The main action of a page. On phones only its icon, with the text for screen readers. */
export function HeadButton({ label, ...rest }: ComponentProps<typeof Button> & { icon: IconName; label: string }) {
  return (
    <Button {...rest} variant="filled" className={`icon-on-phones ${classes.headButton}`}>
      {label}
    </Button>
  )
}

export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={classes.toolbar}>{children}</div>
}
