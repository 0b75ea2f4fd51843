import { type ReactNode, useId } from 'react'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import classes from './edit.module.css'

/** A section of the form, with its problems. */
export function Section({ title, problems, children }: { title: string; problems?: (string | undefined)[]; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 className="heading" id={id}>
        {title}
      </h2>
      <div className={classes.content}>
        {children}
        {problems?.map(
          (problem) =>
            problem !== undefined && (
              <p key={problem} className="bad small inline-row" role="alert">
                {fieldError(problem)}
              </p>
            ),
        )}
      </div>
    </section>
  )
}
