import { CopyTextButton } from '#dashboard/ui/form/CopyTextButton.tsx'
import classes from './sign-in.module.css'
import type { TypedText } from './typed-texts.ts'

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
