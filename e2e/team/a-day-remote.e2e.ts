import { test } from '../support/team.ts'
import { workForADay } from '../support/team-day.ts'

test.use({ teamService: 'remote' })

test('three people do a day’s work in one account with another service behind it @thorough', async ({ team, allowErrors }) => {
  // Pages of whoever is removed are refused.
  allowErrors(/status of 40[13]/)
  await workForADay(team)
})
