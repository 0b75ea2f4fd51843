import type { Goal } from './goals/goal.ts'

/** What was measured of a goal, and on which day, commit and machine. */
export interface Row {
  reached: boolean
  measured: string
  when: string
}

const head = '| | goal | target | measured | | when |'
const verdicts = { true: 'reached', false: '**not reached**' } as const

/** The page of all goals as Markdown: what was measured, what measures it, and what was seen to turn it red. */
export function renderProof(goals: readonly Goal[], rows: ReadonlyMap<string, Row>): string {
  const measured = goals.map(({ id, goal, target, remark }) => {
    const row = rows.get(id)
    const words = [row?.measured ?? 'not measured', ...(remark ? [`Falls short: ${remark}`] : [])].join('. ')
    return line(id, goal, target, words, row ? verdicts[`${row.reached}`] : verdicts.false, row?.when ?? '')
  })
  const how = goals.map(({ id, commands, control }) =>
    line(id, commands.map((text) => `\`${text}\``).join('<br>') || 'none', control ?? 'none'),
  )
  return `# Proof

The goals of the product and what was measured. \`npm run proof\` measures all of them and writes this page; \`npm run proof -- R19 S1\` measures some and keeps the other results.

${[...rows.values()].filter(({ reached }) => reached).length} of ${goals.length} goals are reached.

${[head, '|---|---|---|---|---|---|', ...measured].join('\n')}

## How the goals are measured, and how the tests were made to fail

A test that cannot fail proves nothing: each goal names what was removed or broken once, in a copy, and what failed then.

${['| | command | seen to fail |', '|---|---|---|', ...how].join('\n')}
`
}

/** What an earlier page says of each goal. */
export function rowsOf(page: string): Map<string, Row> {
  const lines = page.slice(page.indexOf(head)).split('\n').slice(2)
  const end = lines.indexOf('')
  return new Map(
    lines.slice(0, Math.max(0, end)).flatMap((text): [string, Row][] => {
      const [, id = '', , , words = '', verdict = '', when = ''] = text.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
      if (when === '') return []
      return [[id, { reached: verdict === verdicts.true, measured: words.split('. Falls short: ')[0]!, when }]]
    }),
  )
}

const line = (...cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
