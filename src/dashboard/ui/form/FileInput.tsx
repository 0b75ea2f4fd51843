import type { Ref } from 'react'

interface FileInputProps {
  /** A button of the page opens it. */
  ref: Ref<HTMLInputElement>
  label: string
  /** As in the attribute of the same name. */
  accept: string
  onFile: (file: File) => void
}

export const json = 'application/json,.json'

/**
 * Hands over the file that somebody chose; the same one can be chosen again. Mantine's FileButton must be reset for that by its owner.
 */
export const FileInput = ({ ref, label, accept, onFile }: FileInputProps) => (
  <input
    ref={ref}
    type="file"
    accept={accept}
    hidden
    aria-label={label}
    onChange={({ currentTarget }) => {
      const file = currentTarget.files?.[0]
      currentTarget.value = ''
      if (file) onFile(file)
    }}
  />
)
