import type { ReactNode } from 'react'

interface KeyValueProps {
  /** `beside`: names in a column at the left, as wide as `--rk-names` says. `ends`: values at the right. `above`: small names over their values, side by side. */
  look?: 'beside' | 'ends' | 'above'
  className?: string | undefined
  /** Facts, and nothing where one does not apply. */
  children: ReactNode
}

/** Facts about a thing: a name and a value each. */
export const KeyValue = ({ look = 'beside', className = '', children }: KeyValueProps) => (
  <dl className={`facts ${className}`} data-look={look}>
    {children}
  </dl>
)

/** @param className of the value, such as `outside`, `code` or `warn` */
export const Fact = ({ name, className, children }: { name: ReactNode; className?: string | undefined; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className={className}>{children}</dd>
  </div>
)
