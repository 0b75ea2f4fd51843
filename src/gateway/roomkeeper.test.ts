import { expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { runCommand } from '../test-program.ts'
import { nodeProblem } from './node-version.mjs'

/** The command of the installed package; proof/service/install.ts tries it on a package. */

test.each([
  [['--version'], { code: 0, out: `${packageFile.version}\n`, errors: '' }],
  [['--help'], { code: 0, out: expect.stringContaining('Usage: roomkeeper COMMAND'), errors: '' }],
  [['start', '--help'], { code: 0, out: expect.stringContaining('Usage: roomkeeper start'), errors: '' }],
  [['account', '--help'], { code: 0, out: expect.stringContaining('roomkeeper account create --email'), errors: '' }],
  [['audit', '--help'], { code: 0, out: expect.stringContaining('roomkeeper audit verify'), errors: '' }],
  [['rules', '--help'], { code: 0, out: expect.stringContaining('roomkeeper rules stop --all'), errors: '' }],
  [['rules', 'stop'], { code: 2, out: '', errors: expect.stringContaining('Say whose rules: --workspace NAME, or --all.') }],
  [[], { code: 2, out: '', errors: expect.stringMatching(/^Say what to do\.\n[^]*Usage:/) }],
  [['strat'], { code: 2, out: '', errors: expect.stringMatching(/^There is no command "strat"\.\n[^]*Usage:/) }],
  [['constructor'], { code: 2, out: '', errors: expect.stringContaining('There is no command "constructor".') }],
  [['start', '8080'], { code: 2, out: '', errors: expect.stringContaining('start takes no arguments, and "8080" was given.') }],
  [['account', 'remove'], { code: 2, out: '', errors: expect.stringContaining('Unknown command "remove".') }],
])('roomkeeper %j', async (args, outcome) => {
  expect(await runCommand(args)).toEqual(outcome)
})

test('the versions of Node are those of package.json', () => {
  expect(packageFile.engines.node).toBe('^20.19 || >=22.12')
  for (const version of ['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.1.0']) expect(nodeProblem(version)).toBeNull()
  for (const version of ['18.20.0', '20.18.9', '21.7.0', '22.11.0']) expect(nodeProblem(version)).toContain(version)
})
