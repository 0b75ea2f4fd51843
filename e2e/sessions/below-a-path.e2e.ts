import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../support/fixtures.ts'

test('below a path of a proxy, where its files do not arrive, the page says what to check', async ({ page, baseURL, allowErrors }) => {
  allowErrors(/404|MIME type|another origin/)
  // As a proxy that passes /roomkeeper/ on and has other sites beside it.
  const proxy = createServer((request, response) => {
    const [, path] = /^\/roomkeeper(\/.*)/.exec(request.url ?? '') ?? []
    if (path === undefined) return response.writeHead(404).end()
    void fetch(new URL(path, baseURL), { headers: { accept: 'text/html' } }).then(async (answer) => {
      const headers = Object.fromEntries([...answer.headers].filter(([name]) => !['content-encoding', 'content-length'].includes(name)))
      response.writeHead(answer.status, headers).end(await answer.text())
    })
    return undefined
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  // A server that listens on a host and port has an address of this type.
  const { port } = proxy.address() as AddressInfo
  await page.goto(`http://127.0.0.1:${port}/roomkeeper/`)
  const advice = page.getByText('not below a path')
  await expect(advice).toBeHidden()
  // Instead of waiting until a page that is only slow would have loaded.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSAnimation && animation.animationName === 'not-loaded') animation.finish()
  })
  await expect(advice).toBeVisible()
  proxy.closeAllConnections()
  proxy.close()
})
