import type { Page } from '@playwright/test'
import { gatewayPaths, identityHeader, pageHeader } from '#contract/session.ts'
import type { RecordKind } from '#contract/gateway/record-kinds.ts'
import type { StoredRecord } from '#contract/gateway/records.ts'
import { expect } from '../fixtures.ts'

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
