import type { GatewayJob } from '#contract/gateway/jobs.ts'
import type { DatabaseLocation } from '#db/open.ts'
import { startTeam, type TestPerson, type TestTeam } from '../testing/team.ts'

/** For tests: a team with a chat, whose jobs are carried out when the test says so. */
export interface TestJobs {
  team: TestTeam
  chatId: number
  /** The jobs that a page of this session shows. */
  of: (cookie: string) => Promise<GatewayJob[]>
  /** Does what is due, until nothing is. */
  work: () => Promise<void>
  /** A person who joined for the chat. */
  joined: (role: 'moderator' | 'host' | 'manager', name: string) => Promise<TestPerson>
  close: () => Promise<void>
}

export async function startJobs(place: DatabaseLocation): Promise<TestJobs> {
  // Nothing waits longer than a turn.
  const wait = () => new Promise<void>((resolve) => setTimeout(resolve, 1))
  const team = await startTeam({ signInLimit: 1000, wait }, 'url' in place ? place : undefined)
  // On PostgreSQL the tests share a database.
  for (const table of ['job', 'job_chat', 'job_decision'] as const) await team.query.deleteFrom(table).execute()
  const answer = await team.call(team.ines.cookie, 'POST', '/chats', { name: 'Lobby' })
  const { chatId } = (await answer.json()) as { chatId: number }
  return {
    team,
    chatId,
    of: async (cookie) => (await team.get(cookie, 'jobList')).data,
    work: async () => {
      await team.jobRunner.tick()
      await team.jobRunner.settled()
    },
    joined: (role, name) => team.joined({ name, role, chats: [chatId] }),
    close: async () => {
      await team.jobRunner.stop()
      await team.close()
    },
  }
}
