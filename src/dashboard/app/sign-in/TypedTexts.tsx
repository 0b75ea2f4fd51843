import classes from './sign-in.module.css'
import { CopyTextButton } from '#dashboard/ui/form/CopyButton.tsx'
import { createStore } from '#dashboard/ui/store.ts'

/** What was typed and not saved, to copy. */
export function TypedTexts({ texts }: { texts: readonly TypedText[] }) {
  if (texts.length === 0) return null
  return (
    <section aria-labelledby="typed-texts">
      <h3 className="medium" id="typed-texts">
        What you typed
      </h3>
      {texts.map(({ label, text }) => (
        <div key={label + text} className={classes.text}>
          <span className="meta">{label}</span>
          <p className="outside">{text}</p>
          <CopyTextButton size="xs" label="Copy" text={text} />
        </div>
      ))}
    </section>
  )
}

export interface TypedText {
  label: string
  text: string
}

/** What was typed when the rights last changed or the session was ended. */
export const typedTexts = createStore<TypedText[]>([])

type Field = HTMLInputElement | HTMLTextAreaElement

/** The fields that were typed in. A field that is no longer on the page is left out when they are read. */
const touched = new Set<Field>()

const isText = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && ['text', 'email', 'url'].includes(target.type))

/** Follows what is typed from now on. @returns a function that stops it */
export function watchTyping(): () => void {
  const onInput = ({ target }: Event) => {
    if (isText(target)) touched.add(target)
  }
  document.addEventListener('input', onInput, true)
  return () => document.removeEventListener('input', onInput, true)
}

/** Keeps what is typed at this moment, before the page changes. */
export function keepTypedTexts(): void {
  for (const field of touched) if (!field.isConnected) touched.delete(field)
  const kept = [...touched].flatMap((field) => {
    const text = field.value.trim()
    return text === '' ? [] : [{ label: field.labels?.[0]?.textContent?.trim() || (field.ariaLabel ?? ''), text }]
  })
  typedTexts.set(kept)
}
