import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxPins } from '#contract/gateway/pins.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { startTeam, type TestPerson, type TestTeam } from './testing/team.ts'

onEveryEngine('pinned chats', (bench) => {
  let team: TestTeam
  let tom: TestPerson
  beforeAll(async () => {
    team = await startTeam({}, 'url' in bench.place ? bench.place : undefined)
    tom = await team.join((await team.invite(team.ines, { name: 'Tom', role: 'moderator', chats: [7, 8] })).secret)
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

  test('a person has no more than the list shows', async () => {
    for (let chatId = 100; (await pinsOf(team.ines)).length < maxPins; chatId++) await pin(team.ines, chatId)
    expect(await pin(team.ines, 1000)).toBe(409)
    expect(await pin(team.ines, 9)).toBe(200)
    expect(await pinsOf(team.ines)).not.toContain(1000)
  })
})
