import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { figuresIn } from './figures.ts'
import { accessGoals } from './goals/access.ts'
import { allChatsGoals } from './goals/all-chats.ts'
import { faultGoals } from './goals/faults.ts'
import type { Goal } from './goals/goal.ts'
import { operationsGoals } from './goals/operations.ts'
import { mutantGoals } from './goals/mutants.ts'
import { rulesGoals } from './goals/rules.ts'
import { securityGoals } from './goals/security.ts'
import { serviceGoals } from './goals/service.ts'
import { gatewayGoals } from './goals/gateway.ts'
import { renderProof, rowsOf, type Row } from './report.ts'

/**
 * Measures the goals and writes docs/proof.md. `npm run proof` runs every command, which takes about four hours on two cores; `npm run proof -- R19 S1`
 * those of some goals, and keeps what the page says of the others; with `--built` of the build that is there. Exit code 1 when a goal that was measured
 * now is not reached.
 */

const page = join(import.meta.dirname, '../docs/proof.md')
const goals = [
  ...faultGoals,
  ...serviceGoals,
  ...securityGoals,
  ...accessGoals,
  ...gatewayGoals,
  ...allChatsGoals,
  ...rulesGoals,
  ...operationsGoals,
  ...mutantGoals,
]

interface Run {
  succeeded: boolean
  output: string
}

async function main(): Promise<void> {
  const built = '--built'
  const asked = process.argv.slice(2).filter((arg) => arg !== built)
  const unknown = asked.filter((id) => !goals.some((goal) => goal.id === id))
  if (unknown.length > 0) throw new Error(`There is no goal ${unknown.join(', ')}`)
  const chosen = goals.filter(({ id }) => asked.length === 0 || asked.includes(id))
  // Each command runs once, however many goals it measures. The page is written after each, so that an aborted run keeps its results.
  const runs = new Map<string, Run>()
  let missed = 0
  if (!process.argv.includes(built) && !(await run('npm run build')).succeeded) throw new Error('There is no build to measure')
  for (const goal of chosen.filter(({ commands }) => commands.length > 0)) {
    for (const command of goal.commands) if (!runs.has(command)) runs.set(command, await run(command))
    const row = judged(goal, runs)
    // Read again each time: a parallel run may be measuring other goals.
    const rows = rowsOf(existsSync(page) ? readFileSync(page, 'utf8') : '')
    rows.set(goal.id, row)
    if (!row.reached) missed++
    console.log(`\n${goal.id} ${row.reached ? 'reached' : 'NOT REACHED'}: ${row.measured}`)
    writeFileSync(page, renderProof(goals, rows))
  }
  console.log(`\n${runs.size} commands, ${missed} goals not reached. docs/proof.md is written.`)
  process.exitCode = missed > 0 ? 1 : 0
}

/** Reached: every figure of it was, or where nothing printed figures, every test passed. */
function judged({ id, commands }: Goal, runs: ReadonlyMap<string, Run>): Row {
  const outcomes = commands.map((command) => {
    const { succeeded, output } = runs.get(command)!
    const all = figuresIn(output)
    const figures = all.filter((figure) => figure.id === id)
    // If all figures were reached and the command failed anyway, something failed that prints no figure.
    const broke = !succeeded && all.every(({ reached }) => reached)
    if (figures.length > 0)
      return {
        reached: !broke && figures.every(({ reached }) => reached),
        words: [...figures.map(({ words }) => words), ...(broke ? ['the command failed beside it'] : [])].join('; '),
      }
    return { reached: succeeded, words: testsIn(output) || (succeeded ? 'all checks passed' : 'ended with an error') }
  })
  return {
    reached: outcomes.every(({ reached }) => reached),
    measured: [...new Set(outcomes.map(({ words }) => words))].join('; '),
    when: `${new Date().toISOString().slice(0, 10)}, ${commit()}, ${machine()}`,
  }
}

/** How Vitest and Playwright end: `Tests  2 failed | 30 passed (32)`, and `30 passed (1.2m)` on lines of their own. */
function testsIn(output: string): string {
  const plain = stripVTControlCharacters(output)
  const passed = /^\s*(?:Tests\s.*?)?(\d+) passed/m.exec(plain)?.[1]
  const failed = /^\s*(?:Tests\s+)?(\d+) failed/m.exec(plain)?.[1]
  return passed || failed ? `tests: ${passed ?? 0} passed, ${failed ?? 0} failed` : ''
}

function run(command: string): Promise<Run> {
  console.log(`\n$ ${command}`)
  return new Promise((resolve) => {
    const cwd = join(import.meta.dirname, '..')
    const env = { ...process.env, TEST_ENGINES: 'all' }
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'], cwd, env })
    let output = ''
    const show = (text: string) => {
      output += text
      process.stdout.write(text)
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', show)
    child.on('close', (code) => resolve({ succeeded: code === 0, output }))
  })
}

const commit = () => execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()

const machine = () =>
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.versions.node}`

await main()
