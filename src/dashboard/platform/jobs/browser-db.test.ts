import type { IDBPDatabase } from 'idb'
import { beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from './browser-db.ts'

/** Node has no IndexedDB: the test decides what becomes of each attempt to open the database. */
const openDB = vi.hoisted(() => vi.fn<() => Promise<IDBPDatabase>>())
vi.mock('idb', () => ({ openDB }))

const database = { name: 'roomkeeper' } as IDBPDatabase

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

test('a database that does not open within 10 seconds is reported, and the next attempt opens it', async () => {
  openDB
    .mockReturnValueOnce(new Promise(() => {}))
    .mockRejectedValueOnce(new Error('The disk is full'))
    .mockResolvedValue(database)
  const failed = vi.fn<(error: Error) => void>()
  openDatabase().catch(failed)
  openDatabase().catch(failed)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  const { calls } = failed.mock
  expect(calls.map(([{ message }]) => message)).toEqual(Array(2).fill('The database did not open in time'))
  await expect(openDatabase()).rejects.toThrow('The disk is full')
  expect(await openDatabase()).toBe(database)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await openDatabase()).toBe(database)
  expect(openDB).toHaveBeenCalledTimes(3)
})
