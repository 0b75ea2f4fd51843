import { Icon, type IconName } from '../theme/icons.tsx'

/** The first letter of a person's name in a circle. The name itself stands beside it. */
export const Initial = ({ name }: { name: string }) => (
  <span className="disc" aria-hidden>
    {Array.from(name.trim())[0]?.toLocaleUpperCase() ?? '?'}
  </span>
)

/** Who acted: a person, or what acted in place of one, with its icon. */
export const Actor = ({ name, icon }: { name: string; icon: IconName | null }) => (
  <p className="beside medium shrinks">
    {icon === null ? (
      <Initial name={name} />
    ) : (
      <span className="disc">
        <Icon name={icon} size={12} />
      </span>
    )}
    <span className="outside">{name}</span>
  </p>
)
