import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Failure } from '#contract/client.ts'
import { changedNames, checkSave, expectedAfter, saveThreeWay, wholeTarget, type Fields } from './three-way.ts'

interface Service {
  held: Fields
  writes: Fields[]
}

/** A service that holds fields; `before` happens each time it is read, as the work of somebody else would. */
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
  throw new Error('nobody is to be asked')
}

test('a save sends the whole known set, with the edits over the values of now', async () => {
  const { state, read, write } = service({ ...base, city: 'Lisboa' })
  const saved = await saveThreeWay(wholeTarget(read, write), { edits: { base, changes: { name: 'Grace' } }, choose: never })
  expect(saved).toEqual({ kind: 'checked', held: { name: 'Grace', city: 'Lisboa', on: true }, notKept: [] })
  expect(state.writes).toEqual([{ name: 'Grace', city: 'Lisboa', on: true }])
})

test('nothing is sent where the service already holds the edits', async () => {
  const { state, read, write } = service({ ...base, name: 'Grace' })
  expect(await saveThreeWay(wholeTarget(read, write), { edits: { base, changes: { name: 'Grace' } }, choose: never })).toMatchObject({
    notKept: [],
  })
  expect(state.writes).toEqual([])
})

test('giving up at a conflict saves nothing', async () => {
  const { state, read, write } = service({ ...base, name: 'Theirs' })
  const asked: unknown[] = []
  const choose = async (conflicts: unknown[]) => {
    asked.push(...conflicts)
    return null
  }
  expect(await saveThreeWay(wholeTarget(read, write), { edits: { base, changes: { name: 'Mine' } }, choose })).toBeNull()
  expect(asked).toEqual([{ name: 'name', base: 'Ada', mine: 'Mine', theirs: 'Theirs' }])
  expect(state.writes).toEqual([])
})

test('what changes while the person chooses is read again: the same field is asked about, and other fields are kept', async () => {
  let reads = 0
  const { state, read, write } = service(base, (one) => {
    one.held = { ...one.held, ...(reads++ === 0 ? { name: 'First' } : { name: 'Second', city: 'Lisboa' }) }
  })
  const seen: unknown[] = []
  const choose = async (conflicts: { name: string; theirs: unknown }[]) => {
    seen.push(...conflicts.map(({ theirs }) => theirs))
    return ['name']
  }
  await saveThreeWay(wholeTarget<Fields>(read, write), { edits: { base, changes: { name: 'Mine' } }, choose })
  expect(seen).toEqual(['First', 'Second'])
  expect(state.writes).toEqual([{ name: 'Mine', city: 'Lisboa', on: true }])
})

test('an unknown outcome is looked up by reading back, and the save is sent once', async () => {
  for (const works of [true, false]) {
    const { state, read, write } = service(base)
    const lost = async (all: Fields) => {
      if (works) await write(all)
      else state.writes.push(all)
      throw new Failure('timed-out')
    }
    const saving = saveThreeWay(wholeTarget(read, lost), { edits: { base, changes: { name: 'Grace' } }, choose: never })
    if (works) expect(await saving).toMatchObject({ held: { name: 'Grace' }, notKept: [] })
    else await expect(saving).rejects.toMatchObject({ kind: 'timed-out' })
    expect(state.writes).toHaveLength(1)
  }
})

test('a refusal rejects without reading back', async () => {
  const { read } = service(base)
  const write = async () => {
    throw new Failure('refused')
  }
  await expect(
    saveThreeWay(wholeTarget(read, write), { edits: { base, changes: { name: 'Grace' } }, choose: never }),
  ).rejects.toMatchObject({
    kind: 'refused',
  })
})

test('whatever the service keeps, exactly the fields that are not as intended are reported', async () => {
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
      const saved = await saveThreeWay(
        wholeTarget<Fields>(async () => state.held, write),
        {
          edits: { base: before, changes },
          choose: async (conflicts) => conflicts.map(({ name }) => name).filter((name) => mine.includes(name)),
        },
      )
      const conflicts = (name: string) => before[name] !== now[name] && wanted[name] !== now[name]
      const intended = Object.fromEntries(
        names.map((name) => [name, edited.includes(name) && (!conflicts(name) || mine.includes(name)) ? wanted[name]! : now[name]!]),
      )
      if (saved?.kind !== 'checked') throw new Error('it could be read')
      expect(saved.notKept.map(({ name }) => name)).toEqual(changedNames<Fields>(intended, state.held))
    }),
  )
})

test('a confirmed save that cannot be read back is no failure; a later check or the next save reports what was lost', async () => {
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
    const save = await saveThreeWay(wholeTarget<Fields>(read, write), { edits: { base, changes: { name: 'Grace' } }, choose: never })
    if (save?.kind !== 'unchecked') throw new Error('it could not be read')
    expect(save).toMatchObject({ isConfirmed: true, because: { kind: 'server-error' } })
    isDown = false
    const edits = { base: expectedAfter(save), changes: { on: false } }
    const next = looks
      ? checkSave(wholeTarget(read, write), save)
      : saveThreeWay(
          wholeTarget<Fields>(read, async (all) => void (held = all)),
          { edits, earlier: save, choose: never },
        )
    expect(await next).toMatchObject({ notKept: [{ name: 'city', intended: 'Porto', kept: '' }] })
  }
})

test('a save without an answer that cannot be read back is not reported as failed; a later check tells its outcome', async () => {
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
    const save = await saveThreeWay(wholeTarget<Fields>(read, write), { edits: { base, changes: { name: 'Grace' } }, choose: never })
    if (save?.kind !== 'unchecked') throw new Error('it could not be read')
    expect(save).toMatchObject({ isConfirmed: false, because: { kind: 'timed-out' } })
    isDown = false
    if (works)
      expect(await checkSave(wholeTarget(read, write), save)).toEqual({ kind: 'checked', held: { ...base, name: 'Grace' }, notKept: [] })
    else await expect(checkSave(wholeTarget(read, write), save)).rejects.toMatchObject({ kind: 'timed-out', hadNoEffect: true })
  }
})

test('where the first read fails, nothing is sent and the failure says so', async () => {
  const read = async () => {
    throw new Failure('unreachable')
  }
  await expect(
    saveThreeWay(wholeTarget<Fields>(read, never), { edits: { base, changes: { name: 'Grace' } }, choose: never }),
  ).rejects.toMatchObject({
    hadNoEffect: true,
    advice: expect.stringContaining('Nothing was sent'),
  })
})
