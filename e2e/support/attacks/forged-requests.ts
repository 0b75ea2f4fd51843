import type { Page } from '@playwright/test'

/** The ways in which a page of another site can make a browser send a request. */
export const shapes = [
  'form',
  'form with a file',
  'form as plain text',
  'form as a read',
  'picture',
  'script',
  'fetch without CORS',
  'fetch that outlives its page',
  'fetch with the right method',
  'fetch with JSON and our header',
  'beacon',
  'beacon with JSON',
] as const
type Shape = (typeof shapes)[number]

export interface Target {
  method: string
  address: string
  /** JSON, or empty. */
  body: string
}

/** Sends a request of this shape to every target from the current page. Resolves to what the page could read of the answers. */
export const forge = (page: Page, shape: Shape, targets: Target[], header: { name: string; value: string }): Promise<string[]> =>
  page.evaluate(inPage, { shape, targets, header })

/** Runs in the page, so it can use only its arguments. */
async function inPage({ shape, targets, header }: { shape: Shape; targets: Target[]; header: { name: string; value: string } }) {
  const read: string[] = []
  const fetched = async (address: string, init: RequestInit) => {
    // Without CORS the answer cannot be read; with CORS the request fails.
    const answer = await fetch(address, { credentials: 'include', ...init }).catch(() => null)
    const text = await answer?.text().catch(() => '')
    if (text) read.push(text)
  }
  const loaded = (element: HTMLImageElement | HTMLScriptElement, address: string) =>
    new Promise<void>((resolve) => {
      element.addEventListener('load', () => {
        read.push(`loaded ${address}`)
        resolve()
      })
      element.addEventListener('error', () => resolve())
      element.src = address
      document.body.append(element)
    })
  const submitted = (form: HTMLFormElement, index: number) =>
    new Promise<void>((resolve) => {
      const frame = document.createElement('iframe')
      frame.name = form.target = `answer-${index}`
      document.body.append(frame, form)
      frame.addEventListener('load', () => {
        const text = frame.contentDocument?.body.textContent
        if (text) read.push(text)
        resolve()
      })
      form.submit()
    })
  const formOf = ({ method, address, body }: Target, how: { method?: string; enctype?: string }) => {
    const form = document.createElement('form')
    const field = document.createElement('input')
    // Encoded as text/plain, name=value is valid JSON.
    field.name = body.endsWith('}') ? `${body.slice(0, -1)}${body.length > 2 ? ',' : ''}"x":"` : body
    field.value = '"}'
    form.append(field)
    const action = `${address}${address.includes('?') ? '&' : '?'}_method=${method}`
    return Object.assign(form, { method: 'POST', action, ...how })
  }
  const text = ({ body }: Target) => (body === '' ? {} : { body })
  const ways: Record<Shape, (target: Target, index: number) => unknown> = {
    form: (target, index) => submitted(formOf(target, {}), index),
    'form with a file': (target, index) => submitted(formOf(target, { enctype: 'multipart/form-data' }), index),
    'form as plain text': (target, index) => submitted(formOf(target, { enctype: 'text/plain' }), index),
    'form as a read': (target, index) => submitted(formOf(target, { method: 'GET' }), index),
    picture: ({ address }) => loaded(new Image(), address),
    script: ({ address }) => loaded(document.createElement('script'), address),
    'fetch without CORS': (target) => fetched(target.address, { method: 'POST', mode: 'no-cors', ...text(target) }),
    'fetch that outlives its page': (target) =>
      fetched(target.address, { method: 'POST', mode: 'no-cors', keepalive: true, ...text(target) }),
    'fetch with the right method': (target) =>
      fetched(target.address, { method: target.method, ...(target.method === 'GET' ? {} : text(target)) }),
    'fetch with JSON and our header': (target) =>
      fetched(target.address, {
        method: target.method,
        headers: { 'content-type': 'application/json', [header.name]: header.value },
        ...(target.method === 'GET' ? {} : text(target)),
      }),
    beacon: ({ address, body }) => navigator.sendBeacon(address, body),
    'beacon with JSON': ({ address, body }) => navigator.sendBeacon(address, new Blob([body], { type: 'application/json' })),
  }
  await Promise.all(targets.map((target, index) => ways[shape](target, index)))
  for (const frame of document.querySelectorAll('iframe, form')) frame.remove()
  return read
}
