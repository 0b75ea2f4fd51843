import { useEffect, useRef } from 'react'

/**
 * For the element that has the focus when a dialog opens, where the content of the dialog is loaded after it: `data-autofocus` only works for what is
 * there at once. A field that the person is in keeps the focus.
 */
export function useFirstFocus<E extends HTMLElement>() {
  const element = useRef<E>(null)
  useEffect(() => {
    if (!(document.activeElement instanceof HTMLInputElement)) element.current?.focus()
  }, [])
  return element
}
