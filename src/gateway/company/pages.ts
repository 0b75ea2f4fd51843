import { html } from 'hono/html'
import type { RequestContext } from '../server/request-context.ts'

/** Two small pages without scripts and styles: the policy of every answer allows neither. */

const page = (c: RequestContext, refresh: string, content: unknown) =>
  c.html(
    html`<!doctype html>
      <html lang="en" translate="no">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="color-scheme" content="light dark" />
          ${refresh && html`<meta http-equiv="refresh" content="0; url=${refresh}" />`}
          <title>Sign in · Roomkeeper</title>
        </head>
        <body>
          ${content}
        </body>
      </html>`,
  )

/**
 * Goes on to a path of this dashboard. A redirect would still be a part of the navigation that began at the provider, and browsers would leave out the
 * SameSite=Strict cookie of the session.
 */
export const continuePage = (c: RequestContext, path: string) => page(c, path, html`<p><a href="${path}">Continue</a></p>`)

export const messagePage = (c: RequestContext, message: string) => page(c, '', html`<p>${message}</p>`)
