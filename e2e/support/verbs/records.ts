import type { Page } from '@playwright/test'
import { gatewayPaths, identityHeader, pageHeader } from '#contract/session.ts'
import type { RecordKind } from '#contract/workspace/record-kinds.ts'
import type { StoredRecord } from '#contract/workspace/records.ts'
import { expect } from '../fixtures.ts'

/** Writes values of the signed-in account to the browser's own database, as soon as the page has opened it. */
export async function keepInBrowser(page: Page, store: string, entries: { key: (string | number)[]; value: unknown }[]) {
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toContain('roomkeeper')
  await page.evaluate(
    async ([name, rowsToKeep]) => {
      const { identity } = (await (await fetch('/bff/session')).json()) as { identity: string }
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('roomkeeper')
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(opening.error!))
      })
      const writing = database.transaction(name, 'readwrite')
      for (const { key, value } of rowsToKeep) writing.objectStore(name).put(value, [identity, ...key])
      await new Promise((resolve) => writing.addEventListener('complete', resolve))
      database.close()
    },
    [store, entries] as const,
  )
}

const pathOf = (kind: RecordKind) => `${gatewayPaths.workspace}/records/${kind}`

async function headersOf(page: Page): Promise<Record<string, string>> {
  const answer = await page.request.get(gatewayPaths.session)
  const { identity } = (await answer.json()) as { identity: string }
  return { [identityHeader]: identity, [pageHeader.name]: pageHeader.value, origin: new URL(answer.url()).origin }
}

/** Stores records of the signed-in account in the gateway. */
export async function storeRecords(page: Page, kind: RecordKind, records: { chatId: number | null; key: string; value: unknown }[]) {
  const data = { changes: records.map((record) => ({ ...record, version: 0 })) }
  const answer = await page.request.post(pathOf(kind), { headers: await headersOf(page), data })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** The records of the signed-in account in the gateway. */
export async function storedRecords(page: Page, kind: RecordKind): Promise<StoredRecord[]> {
  const answer = await page.request.get(pathOf(kind), { headers: await headersOf(page) })
  return ((await answer.json()) as { data: StoredRecord[] }).data
}
