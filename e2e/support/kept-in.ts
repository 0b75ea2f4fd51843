import type { Page } from '@playwright/test'

/** Everything that the page stores in the browser, and its content. */
export const keptIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await Promise.all((await indexedDB.databases()).map(({ name }) => read(name!)))
    const caches_ = await Promise.all(
      (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    )
    const typed = [...document.querySelectorAll('input, textarea')].map((field) => ('value' in field ? field.value : ''))
    const kept = [
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      location.href,
      history.state,
      name,
      document.referrer,
    ]
    return JSON.stringify([databases, caches_, typed, kept]) + new XMLSerializer().serializeToString(document)

    function read(name: string): Promise<unknown> {
      return new Promise((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('error', () => reject(new Error(name)))
        opening.addEventListener('success', () => {
          const database = opening.result
          const stores = [...database.objectStoreNames].map(
            (store) =>
              new Promise((done) => {
                const objects = database.transaction(store).objectStore(store)
                const all = [objects.getAllKeys(), objects.getAll()]
                all[1]!.addEventListener('success', () => done(all.map(({ result }) => result)))
              }),
          )
          void Promise.all(stores).then((contents) => {
            database.close()
            resolve(contents)
          })
        })
      })
    }
  })
