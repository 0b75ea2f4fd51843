import type { ComponentProps, ReactNode } from 'react'
import { PageLink } from '../page/PageLink.tsx'

/**
 * Mantine's buttons as the theme draws them, for the first page: the same markup with Mantine's own classes, without the 14 kB of code behind it. A
 * test compares the two.
 */

export const unstyledButton = 'm_87cf2631 mantine-UnstyledButton-root mantine-focus-auto'

const pixel = 'calc(0.0625rem * var(--mantine-scale))'

const variants = {
  default: {
    '--button-bg': 'var(--mantine-color-default)',
    '--button-hover': 'var(--mantine-color-default-hover)',
    '--button-color': 'var(--mantine-color-default-color)',
    '--button-bd': `${pixel} solid var(--mantine-color-default-border)`,
  },
  filled: {
    '--button-bg': 'var(--mantine-color-accent-filled)',
    '--button-hover': 'var(--mantine-color-accent-filled-hover)',
    '--button-color': 'var(--mantine-color-white)',
    '--button-bd': `${pixel} solid transparent`,
  },
  subtle: {
    '--button-bg': 'transparent',
    '--button-hover': 'var(--mantine-color-accent-light-hover)',
    '--button-color': 'var(--mantine-color-accent-light-color)',
    '--button-bd': `${pixel} solid transparent`,
  },
}

const sizes = {
  xs: {
    '--button-height': 'var(--rk-h-xs)',
    '--button-padding-x': 'calc(0.5rem * var(--mantine-scale))',
    '--button-fz': 'calc(0.8125rem * var(--mantine-scale))',
  },
  sm: {
    '--button-height': 'var(--rk-h-sm)',
    '--button-padding-x': 'calc(0.75rem * var(--mantine-scale))',
    '--button-fz': 'var(--rk-fz-control)',
  },
}

interface PlainButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  variant?: keyof typeof variants
  size?: keyof typeof sizes
  leftSection?: ReactNode
  loading?: boolean
}

const button = `${unstyledButton} m_77c9d27d mantine-Button-root`

function Inside({ leftSection, loading, children }: Pick<PlainButtonProps, 'leftSection' | 'loading' | 'children'>) {
  return (
    <>
      {loading && (
        <span className="m_a25b86ee mantine-Button-loader" style={{ transform: `translate(-50%, calc(-50% + ${pixel}))` }} aria-hidden>
          <Loader size="calc(var(--button-height) / 1.8)" color="var(--button-color)" />
        </span>
      )}
      <span className="m_80f1301b mantine-Button-inner">
        {leftSection && (
          <span className="m_a74036a mantine-Button-section" data-position="left">
            {leftSection}
          </span>
        )}
        <span className="m_811560b9 mantine-Button-label" data-loading={loading || undefined}>
          {children}
        </span>
      </span>
    </>
  )
}

const Loader = ({ size, color }: { size: string; color: string }) => (
  <span className="m_b34414df m_5ae2e3c mantine-Loader-root" style={{ '--loader-size': size, '--loader-color': color } as object} />
)

export function PlainButton({
  variant = 'default',
  size = 'sm',
  leftSection,
  loading = false,
  className = '',
  style,
  children,
  ...rest
}: PlainButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={loading}
      data-variant={variant}
      data-size={size}
      data-with-left-section={leftSection ? true : undefined}
      data-loading={loading || undefined}
      className={`${button} ${loading ? '' : 'mantine-active'} ${className}`}
      style={{ ...sizes[size], ...variants[variant], ...style }}
    >
      <Inside leftSection={leftSection} loading={loading}>
        {children}
      </Inside>
    </button>
  )
}

/** A link to a page that looks like a button. */
export const LinkButton = ({ to, children }: { to: string; children: ReactNode }) => (
  <PageLink
    to={to}
    data-variant="default"
    data-size="sm"
    className={`${button} mantine-active`}
    style={{ ...sizes.sm, ...variants.default } as object}
  >
    <Inside>{children}</Inside>
  </PageLink>
)

interface IconButtonProps extends ComponentProps<'button'> {
  size?: 'xs' | 'sm'
  loading?: boolean
  'aria-label': string
}

export function PlainIconButton({ size = 'sm', loading, className = '', children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={loading}
      aria-busy={loading || undefined}
      data-variant="subtle"
      data-size={size}
      data-loading={loading || undefined}
      className={`${unstyledButton} m_8d3f4000 mantine-ActionIcon-root ${loading ? '' : 'mantine-active'} ${className}`}
      style={iconButton[size]}
    >
      {loading && (
        <span className="m_302b9fb1 mantine-ActionIcon-loader" aria-hidden>
          <Loader size="calc(var(--ai-size) * 0.55)" color="var(--ai-color)" />
        </span>
      )}
      <span className="m_8d3afb97 mantine-ActionIcon-icon" data-loading={loading || undefined}>
        {children}
      </span>
    </button>
  )
}

const iconButtonOf = (height: string): object => ({
  '--ai-size': height,
  '--ai-bg': 'transparent',
  '--ai-hover': 'var(--mantine-color-gray-light-hover)',
  '--ai-color': 'var(--mantine-color-gray-light-color)',
  '--ai-bd': `${pixel} solid transparent`,
})

const iconButton = { xs: iconButtonOf('var(--rk-h-xs)'), sm: iconButtonOf('var(--rk-h-sm)') }
