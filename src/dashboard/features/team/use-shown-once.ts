import { useEffect, useState } from 'react'
import { confirm } from '#dashboard/platform/api/confirm.tsx'

interface ShownOnce {
  /** What is asked where somebody closes before they copied it. */
  title: string
  body: string
  onClose: () => void
}

/** For a secret that is shown only this once: leaving before it was copied asks. */
export function useShownOnce({ title, body, onClose }: ShownOnce) {
  const [isCopied, setCopied] = useState(false)

  useEffect(() => {
    if (isCopied) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isCopied])

  const close = () => (isCopied ? onClose() : confirm({ title, body, confirmLabel: 'Close', danger: true, run: async () => onClose() }))

  return { close, onCopied: () => setCopied(true) }
}
