import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Failure } from '#contract/client.ts'
import { changedFields, checkFields, saveFields, type Fields } from './save-fields.ts'
import { expectedAfter } from './unchecked-saves.ts'

interface Service {
  held: Fields
  writes: Fields[]
}

/** A service that holds fields; `before` happens each time it is read, as somebody else's work would. */
function service(held: Fields, before: (service: Service) => void = () => {}) {
  const state: Service = { held: { ...held }, writes: [] }
  return {
    state,
    read: async () => {
      before(state)
      return { ...state.held }
    },
    write: async (all: Fields) => {
      state.writes.push(all)
      state.held = { ...all }
    },
  }
}

const base = { name: 'Ada', city: 'Porto', on: true }
const never = async () => {
  throw new Error('nobody should be asked')
}

test('the whole known set is sent, the edits over what is there now', async () => {
  const { state, read, write } = service({ ...base, city: 'Lisboa' })
  const saved = await saveFields({ read, write, edits: { base, changes: { name: 'Grace' } }, choose: never })
  expect(saved).toEqual({ held: { name: 'Grace', city: 'Lisboa', on: true }, notKept: [] })
  expect(state.writes).toEqual([{ name: 'Grace', city: 'Lisboa', on: true }])
})

test('nothing is sent when it is so already', async () => {
  const { state, read, write } = service({ ...base, name: 'Grace' })
  expect(await saveFields({ read, write, edits: { base, changes: { name: 'Grace' } }, choose: never })).toMatchObject({ notKept: [] })
  expect(state.writes).toEqual([])
})

test('giving up at a clash saves nothing', async () => {
  const { state, read, write } = service({ ...base, name: 'Theirs' })
  const asked: unknown[] = []
  const choose = async (clashes: unknown[]) => {
    asked.push(...clashes)
    return null
  }
  expect(await saveFields({ read, write, edits: { base, changes: { name: 'Mine' } }, choose })).toBeNull()
  expect(asked).toEqual([{ name: 'name', base: 'Ada', mine: 'Mine', theirs: 'Theirs' }])
  expect(state.writes).toEqual([])
})

test('a field that changes again while one chooses is asked about again', async () => {
  let reads = 0
  const { state, read, write } = service(base, (one) => (one.held = { ...one.held, name: reads++ === 0 ? 'First' : 'Second' }))
  const seen: unknown[] = []
  const choose = async (clashes: { name: string; theirs: unknown }[]) => {
    seen.push(...clashes.map(({ theirs }) => theirs))
    return ['name']
  }
  await saveFields<Fields>({ read, write, edits: { base, changes: { name: 'Mine' } }, choose })
  expect(seen).toEqual(['First', 'Second'])
  expect(state.writes.at(-1)).toMatchObject({ name: 'Mine' })
})

test('an unknown outcome is read: done counts, nothing rejects, and it is sent once', async () => {
  for (const works of [true, false]) {
    const { state, read, write } = service(base)
    const lost = async (all: Fields) => {
      if (works) await write(all)
      else state.writes.push(all)
      throw new Failure('timed-out')
    }
    const saving = saveFields({ read, write: lost, edits: { base, changes: { name: 'Grace' } }, choose: never })
    if (works) expect(await saving).toMatchObject({ held: { name: 'Grace' }, notKept: [] })
    else await expect(saving).rejects.toMatchObject({ kind: 'timed-out' })
    expect(state.writes).toHaveLength(1)
  }
})

test('a refusal rejects without a second look', async () => {
  const { read } = service(base)
  const write = async () => {
    throw new Failure('refused')
  }
  await expect(saveFields({ read, write, edits: { base, changes: { name: 'Grace' } }, choose: never })).rejects.toMatchObject({
    kind: 'refused',
  })
})

test('whatever the service keeps: each field that is not as meant is told, and no other', async () => {
  const names = ['a', 'b', 'c', 'd']
  const fields = fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom('x', 'y', 'z')])))
  await fc.assert(
    fc.asyncProperty(fields, fields, fields, fc.subarray(names), fc.subarray(names), async (before, now, wanted, edited, mine) => {
      const state = { held: now }
      const ignored = new Set(names.slice(0, 2))
      const write = async (all: Fields) => {
        state.held = Object.fromEntries(names.map((name) => [name, ignored.has(name) ? state.held[name]! : all[name]!])) as typeof now
      }
      const changes = Object.fromEntries(edited.map((name) => [name, wanted[name]!]))
      const saved = await saveFields<Fields>({
        read: async () => state.held,
        write,
        edits: { base: before, changes },
        choose: async (clashes) => clashes.map(({ name }) => name).filter((name) => mine.includes(name)),
      })
      const clashed = (name: string) => before[name] !== now[name] && wanted[name] !== now[name]
      const meant = Object.fromEntries(
        names.map((name) => [name, edited.includes(name) && (!clashed(name) || mine.includes(name)) ? wanted[name]! : now[name]!]),
      )
      if (!saved || 'because' in saved) throw new Error('it could be read')
      expect(saved.notKept.map(({ name }) => name)).toEqual(changedFields<Fields>(meant, state.held))
    }),
  )
})

test('confirmed, and then nothing can be read: it is not a failure, and what was lost is told by the look or by the next save', async () => {
  for (const looks of [true, false]) {
    let held: Fields = { ...base }
    let isDown = false
    const read = async () => {
      if (isDown) throw new Failure('server-error')
      return { ...held }
    }
    const write = async (all: Fields) => {
      // The first save loses the city.
      held = { ...all, ...(isDown ? {} : { city: '' }) }
      isDown = true
    }
    const save = await saveFields<Fields>({ read, write, edits: { base, changes: { name: 'Grace' } }, choose: never })
    if (!save || !('because' in save)) throw new Error('it could not be read')
    expect(save).toMatchObject({ isConfirmed: true, because: { kind: 'server-error' } })
    isDown = false
    const edits = { base: expectedAfter(save), changes: { on: false } }
    const next = looks
      ? checkFields(read, save)
      : saveFields<Fields>({ read, write: async (all) => void (held = all), edits, earlier: save, choose: never })
    expect(await next).toMatchObject({ notKept: [{ name: 'city', meant: 'Porto', kept: '' }] })
  }
})

test('no answer, and then nothing can be read: nobody calls it failed, and a look tells what became of it', async () => {
  for (const works of [true, false]) {
    let held: Fields = { ...base }
    let isDown = false
    const read = async () => {
      if (isDown) throw new Failure('unreachable')
      return held
    }
    const write = async (all: Fields) => {
      if (works) held = all
      isDown = true
      throw new Failure('timed-out')
    }
    const save = await saveFields<Fields>({ read, write, edits: { base, changes: { name: 'Grace' } }, choose: never })
    if (!save || !('because' in save)) throw new Error('it could not be read')
    expect(save).toMatchObject({ isConfirmed: false, because: { kind: 'timed-out' } })
    isDown = false
    if (works) expect(await checkFields(read, save)).toEqual({ held: { ...base, name: 'Grace' }, notKept: [] })
    else await expect(checkFields(read, save)).rejects.toMatchObject({ kind: 'timed-out', hadNoEffect: true })
  }
})

test('what cannot be read first is not sent, and says so', async () => {
  const read = async () => {
    throw new Failure('unreachable')
  }
  await expect(
    saveFields<Fields>({ read, write: never, edits: { base, changes: { name: 'Grace' } }, choose: never }),
  ).rejects.toMatchObject({
    hadNoEffect: true,
    advice: expect.stringContaining('Nothing was sent'),
  })
})
