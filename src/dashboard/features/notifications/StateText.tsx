import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import type { Tone } from './words.ts'

/** A state as an icon and text. */
export const StateText = ({ icon, tone, text }: { icon: IconName; tone: Tone; text: string }) => (
  <span className={`beside gap-6 ${tone} ${tone === 'ok' || tone === 'bad' ? 'medium' : ''}`}>
    <Icon name={icon} size={14} /> <span className="outside">{text}</span>
  </span>
)
