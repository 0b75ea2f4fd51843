import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxPins } from '#contract/gateway/pins.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { startTeam, type TestPerson, type TestTeam } from './testing/team.ts'

onEveryEngine('pinned chats', (bench) => {
  let team: TestTeam
  let tom: TestPerson
  beforeAll(async () => {
    team = await startTeam({}, 'url' in bench.place ? bench.place : undefined)
    tom = await team.joined({ name: 'Tom', role: 'moderator', chats: [7, 8] })
  })
  afterAll(() => team.close())

  const pinsOf = async ({ cookie }: TestPerson) => (await team.get(cookie, 'pinList')).data
  const pin = async ({ cookie }: TestPerson, chatId: number) => {
    team.clock.ms += 1000
    return (await team.ask(cookie, 'pinAdd', { params: { chatId } })).status
  }

  test('each person has their own, in the order in which they were pinned, and only of chats that they may see', async () => {
    for (const chatId of [8, 7, 8]) expect(await pin(tom, chatId)).toBe(200)
    expect(await pin(team.ines, 9)).toBe(200)
    expect(await pin(tom, 9)).toBe(403)
    expect([await pinsOf(tom), await pinsOf(team.ines)]).toEqual([[8, 7], [9]])
    await team.query.updateTable('person').set({ chats: '[7]' }).where('id', '=', tom.id).execute()
    expect(await pinsOf(tom)).toEqual([7])
    await team.get(tom.cookie, 'pinRemove', { params: { chatId: 7 } })
    expect([await pinsOf(tom), await pinsOf(team.ines)]).toEqual([[], [9]])
  })

  test('one more than the list has room for replaces the oldest', async () => {
    for (let chatId = 100; chatId < 100 + maxPins; chatId++) expect(await pin(team.ines, chatId)).toBe(200)
    expect(await pinsOf(team.ines)).toEqual(Array.from({ length: maxPins }, (_, index) => 100 + index))
    const { count } = await team.query
      .selectFrom('pin')
      .select((is) => is.fn.countAll<number | string>().as('count'))
      .where('person_id', '=', team.ines.id)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(maxPins)
  })
})
