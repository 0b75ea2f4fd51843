import { type ComponentProps, type ReactNode, useRef } from 'react'
import { useKey } from '../overlay/keys.tsx'
import { Icon } from '../theme/icons.tsx'
import classes from './SearchField.module.css'

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'type' | 'ref'> {
  /** The name of the field, and its placeholder. */
  label: string
  value: string
  onChange: (value: string) => void
  /** Beside the words while the field is empty, such as its key. */
  hint?: ReactNode
  /** What `/` does on this page, which is to go to this field; missing: nothing. */
  slashKey?: string
}

/** A search field. Escape empties it, then leaves it. A popover around it must not close while it has text: `closeOnEscape={search === ''}`. */
export function SearchField({ label, value, onChange, slashKey, hint = slashKey && <kbd>/</kbd>, className, ...rest }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useKey('/', slashKey ?? '', () => field.current?.focus(), slashKey !== undefined)
  return (
    <div className={`${classes.field} ${className ?? ''}`}>
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        // Escape empties the field before it closes the dialog around it.
        data-mantine-stop-propagation={value !== '' || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          if (value) {
            event.stopPropagation()
            onChange('')
            // To the page, not to nowhere: a dialog that opens next gives the focus back to it.
          } else if (!event.currentTarget.closest('[role=dialog]')) document.querySelector('main')?.focus()
        }}
        {...rest}
      />
      {value ? (
        <button type="button" aria-label={`Clear: ${label}`} className="mini-button lit" onClick={() => onChange('')}>
          <Icon name="x" size={14} />
        </button>
      ) : (
        hint
      )}
    </div>
  )
}
