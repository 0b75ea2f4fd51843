import { test } from '../support/team.ts'
import { workForADay } from '../support/team-day.ts'

test('three people do a day’s work in one account @thorough', async ({ team, allowErrors }) => {
  // Pages of whoever is removed are refused.
  allowErrors(/status of 40[13]/)
  await workForADay(team)
})
