import type { ComponentProps, ReactNode } from 'react'
import { PageLink } from '../page/PageLink.tsx'
import { Icon, type IconName } from '../theme/icons.tsx'

interface Look {
  /** `filled` is written once per view, on the action the view is for. */
  variant?: 'default' | 'filled' | 'subtle' | undefined
  size?: 'xs' | 'sm' | 'md' | undefined
  tone?: 'quiet' | 'danger' | undefined
  fullWidth?: boolean | undefined
  icon?: IconName | undefined
}

interface Inside {
  rightSection?: ReactNode
  children?: ReactNode
}

interface Acting {
  /** Shows that its work goes on, and takes no click. */
  loading?: boolean | undefined
  /** Takes no click, but the focus, so that the reason is read: the id of the element that says it, or true where the words beside it do. */
  blocked?: string | boolean | undefined
}

type ButtonProps = ComponentProps<'button'> & Look & Inside & Acting

export function Button({ icon, rightSection, children, ...props }: ButtonProps) {
  return (
    <button {...acting(looking('button', props))}>
      <Content {...{ icon, rightSection, children }} />
    </button>
  )
}

/** A link to a page that looks like a button. */
export function LinkButton({ icon, rightSection, children, ...props }: ComponentProps<typeof PageLink> & Look & Inside) {
  return (
    <PageLink {...looking('button', props)}>
      <Content {...{ icon, rightSection, children }} />
    </PageLink>
  )
}

interface IconLook extends Pick<Look, 'size'> {
  icon: IconName
  variant?: 'default' | 'subtle' | undefined
  'aria-label': string
}

/** A button that is its icon. @param children what it shows beside it, such as a number */
export function IconButton({ icon, variant = 'subtle', children, ...props }: ComponentProps<'button'> & IconLook & Acting) {
  return (
    <button {...acting(looking('icon-button', { variant, ...props }))}>
      <Icon name={icon} />
      {children}
    </button>
  )
}

export const LinkIconButton = ({ icon, variant = 'subtle', ...props }: ComponentProps<typeof PageLink> & IconLook) => (
  <PageLink {...looking('icon-button', { variant, ...props })}>
    <Icon name={icon} />
  </PageLink>
)

/** A button that looks like a link: it changes what the page shows, and leads to no other. */
export const PlainLinkButton = ({ className = 'fz-help', ...rest }: ComponentProps<'button'>) => (
  <button type="button" {...rest} className={`link-button ${className}`} />
)

const Content = ({ icon, rightSection, children }: Inside & Pick<Look, 'icon'>) => (
  <>
    {icon && <Icon name={icon} size={14} />}
    <span className="button-label">{children}</span>
    {rightSection}
  </>
)

/** What the style sheet of buttons (theme/buttons.css) reads. */
function looking<Props extends Look & { className?: string | undefined }>(kind: string, props: Props) {
  const { variant = 'default', size = 'sm', tone, fullWidth, className, ...rest } = props
  return {
    'data-variant': variant,
    'data-size': size,
    'data-tone': tone,
    'data-full': fullWidth || undefined,
    className: className ? `${kind} ${className}` : kind,
    ...rest,
  }
}

function acting<Props extends ComponentProps<'button'> & Acting>({ loading, blocked: reason, onClick, ...rest }: Props) {
  return {
    type: 'button' as const,
    ...rest,
    'aria-busy': loading || undefined,
    ...(loading && { disabled: true, 'data-loading': true }),
    ...(reason && blocked(reason)),
    onClick: reason ? keepStill : onClick,
  }
}

/** A blocked button of a form sends it no more than one that is disabled would. */
const keepStill = (event: { preventDefault: () => void }) => event.preventDefault()

/**
 * The props of a button that cannot be pressed. It can be reached, so that the reason is read.
 * @param reasonId of the element that says why; true: the words beside it do
 */
export const blocked = (reasonId: string | true) => ({
  'data-disabled': true,
  'aria-disabled': true,
  ...(reasonId !== true && { 'aria-describedby': reasonId }),
})
