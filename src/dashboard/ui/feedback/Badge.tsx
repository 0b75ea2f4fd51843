import type { ComponentProps, ReactNode } from 'react'
import classes from './feedback.module.css'

export interface BadgeProps extends ComponentProps<'span'> {
  tone?: 'quiet' | 'ok' | 'warn' | 'bad' | 'accent' | 'outline' | undefined
  icon?: ReactNode
}

/** A state in a few words. For virtual rows, which have several: one element, where Mantine's has three. */
export const Badge = ({ tone = 'quiet', icon, className = '', children, ...rest }: BadgeProps) => (
  <span className={`tag tag-${tone} medium ${classes.badge} ${className}`} {...rest}>
    {icon} {children}
  </span>
)
