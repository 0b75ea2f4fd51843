import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

/** One value and how the address holds it. */
export interface UrlParam<Value> {
  /** Its name in the address, where that is not the name of the property. */
  key?: string
  /** @param text null: not in the address. A value that this page does not know becomes the default. */
  read: (text: string | null) => Value
  /** null: left out of the address, because the value is the default. */
  write: (value: Value) => string | null
}

export const named = <Value>(key: string, param: UrlParam<Value>): UrlParam<Value> => ({ ...param, key })

export const text = (initial = ''): UrlParam<string> => ({
  read: (written) => written ?? initial,
  write: (value) => (value === initial ? null : value),
})

export const optionalText: UrlParam<string | null> = { read: (written) => written || null, write: (value) => value }

/** Present or not; with `value`: present with this value or not. */
export const flag = (value = ''): UrlParam<boolean> => ({
  read: (written) => (value === '' ? written !== null : written === value),
  write: (isOn) => (isOn ? value : null),
})

export function oneOf<const Name extends string>(names: readonly Name[]): UrlParam<Name | null>
export function oneOf<const Name extends string>(names: readonly Name[], initial: NoInfer<Name>): UrlParam<Name>
export function oneOf<Name extends string>(names: readonly Name[], initial: Name | null = null): UrlParam<Name | null> {
  return {
    read: (written) => names.find((name) => name === written) ?? initial,
    write: (value) => (value === initial ? null : value),
  }
}

export interface UrlState<View> {
  read: (query: URLSearchParams) => View
  /** Only what differs from the default, so that the plain page has a plain address. */
  write: (view: View) => URLSearchParams
}

/** What a person looks at on a page, as parameters of its address: `urlState({ search: named('q', text()), open: oneOf(['new']) })`. */
export function urlState<View extends object>(params: { [Name in keyof View]: UrlParam<View[Name]> }): UrlState<View> {
  const names = Object.keys(params) as (keyof View & string)[]
  const keyOf = (name: keyof View & string) => params[name].key ?? name
  return {
    // The keys are those of the view, each with the type of its parameter.
    read: (query) => Object.fromEntries(names.map((name) => [name, params[name].read(query.get(keyOf(name)))])) as View,
    write: (view) =>
      new URLSearchParams(
        names.flatMap((name) => {
          const written = params[name].write(view[name])
          return written === null ? [] : [[keyOf(name), written]]
        }),
      ),
  }
}

export type ViewOf<State> = State extends UrlState<infer View> ? View : never

/**
 * The view in the address, and a way to change parts of it. The page draws from its own state, because a navigation comes a moment later than the
 * key that caused it; the address follows.
 * @param isStep whether Back undoes this change by itself
 */
export function useUrlState<View extends object>(
  { read, write }: UrlState<View>,
  isStep?: (change: Partial<View>) => boolean,
): [View, (change: Partial<View>) => void] {
  const [query, setQuery] = useSearchParams()
  const { pathname } = useLocation()
  const [view, setView] = useState(() => read(query))
  const latest = useRef(view)
  const address = query.toString()
  /**
   * Addresses whose view is already shown and which have not arrived yet, oldest first; a later one may overtake them. The first address is among
   * them: a key that is pressed as the page appears comes before its effect.
   */
  const written = useRef([address])

  const showAddress = useEffectEvent((search: string) => {
    latest.current = read(new URLSearchParams(search))
    setView(latest.current)
  })

  useEffect(() => {
    const own = written.current.indexOf(address)
    // An address from elsewhere overtook all of them: when Back leads to one of them, it is to be read.
    written.current = own < 0 ? [] : written.current.slice(own + 1)
    if (own < 0) showAddress(address)
  }, [address])

  // A step and the Back that undoes it may arrive together, at the address that was there: then no address changes. To another address Back may still be
  // refused, by a form with edits: what is shown changes only with the address of the page.
  const onPop = useEffectEvent(() => {
    if (location.pathname !== pathname) return
    written.current = []
    if (new URLSearchParams(location.search).toString() === address) showAddress(address)
  })
  useEffect(() => {
    const listener = () => onPop()
    addEventListener('popstate', listener)
    return () => removeEventListener('popstate', listener)
  }, [])

  const change = (part: Partial<View>) => {
    latest.current = { ...latest.current, ...part }
    setView(latest.current)
    const next = write(latest.current).toString()
    if (next === (written.current.at(-1) ?? address)) return
    written.current.push(next)
    setQuery(next, { replace: !isStep?.(part), preventScrollReset: true })
  }
  return [view, change]
}
