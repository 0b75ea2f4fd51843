import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { figure } from '../../src/test-figure.ts'
import { equivalents } from './equivalent.ts'
import { scopes, type Scope } from './scopes.ts'

/**
 * Mutation testing with Stryker: which changes of the code no test notices.
 *   npm run test:mutants -- src/engine/jobs/deletion                      all mutants of a folder or file, judged by the tests that scopes.ts names, else those of the folder
 *   npm run test:mutants -- src/engine/jobs/deletion --tests src/engine/jobs     judged by the tests of other folders or files; may be repeated
 *   npm run test:mutants -- --size 20 --seed 2                     20 mutants of each folder in scopes.ts, and the score for goal M1
 * Service tests run on SQLite alone. Survivors that do not compile are left out: the type checker finds them.
 */

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

const root = join(import.meta.dirname, '../..')
const targetPercent = 85

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { tests: { type: 'string', multiple: true }, size: { type: 'string', default: '' }, seed: { type: 'string', default: '1' } },
  })
  process.chdir(root)
  Object.assign(process.env, { MUTANTS_SEED: values.seed, MUTANTS_SIZE: values.size, TEST_DATABASE_URL: 'none' })
  const chosen = positionals.length > 0 ? scopesOf(positionals, values.tests) : scopes
  const sums = { killed: 0, survived: 0, equivalent: 0, broken: 0 }
  for (const scope of chosen) {
    const counts = await judge(scope)
    for (const key of Object.keys(sums) as (keyof Counts)[]) sums[key] += counts[key]
  }
  const total = sums.killed + sums.survived
  const percent = total === 0 ? 100 : (sums.killed / total) * 100
  const size = values.size ? `${values.size} of each of ${chosen.length} parts of the code, seed ${values.seed}` : 'all'
  const words = `${sums.killed} of ${total} mutants killed, ${percent.toFixed(1)} %; not counted: ${sums.equivalent} equivalent, ${sums.broken} that do not compile (${size})`
  console.log()
  if (positionals.length > 0) console.log(words)
  else figure('M1', percent >= targetPercent, words)
}

interface Counts {
  killed: number
  survived: number
  equivalent: number
  broken: number
}

/** Tests the mutants of one part of the code and prints those that survive. */
async function judge(scope: Scope): Promise<Counts> {
  const tested = await testScope(scope)
  const killed = tested.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const alive = tested.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  const broken = await withTypeErrors(alive)
  const compiling = alive.filter((mutant) => !broken.has(mutant))
  const survivors = compiling.filter((mutant) => !reasonFor(mutant))
  for (const mutant of compiling) {
    const reason = reasonFor(mutant)
    const verdict = reason ? `equivalent: ${reason}` : mutant.status === 'NoCoverage' ? 'reached by no test' : 'survived'
    console.log(`\n${placeOf(mutant)} ${mutant.mutatorName}, ${verdict}\n${changedLines(mutant)}`)
  }
  return { killed, survived: survivors.length, equivalent: compiling.length - survivors.length, broken: broken.size }
}

/** Paths that are judged by the same tests are one scope: its tests are run once before their mutants. */
function scopesOf(paths: readonly string[], tests: readonly string[] | undefined): Scope[] {
  const byTests = new Map<string, Scope>()
  for (const path of paths) {
    const known = scopes.find(({ code }) => code.includes(path))?.tests
    const judges = tests ?? known ?? [isFile(path) ? dirname(path) : path]
    const scope = byTests.get(judges.join()) ?? { code: [], tests: judges }
    byTests.set(judges.join(), { ...scope, code: [...scope.code, path] })
  }
  return [...byTests.values()]
}

const isFile = (path: string) => /\.tsx?$/.test(path)

async function testScope({ code, tests }: Scope): Promise<Mutant[]> {
  process.env['MUTANTS_TESTS'] = tests.map((path) => (isFile(path) ? path : `${path}/**/*.test.{ts,tsx}`)).join(';')
  const mutate = code.flatMap((path) => (isFile(path) ? [path] : [`${path}/**/*.ts`]))
  // activity.ts: see vitest-config.ts.
  const left = ['!**/*.test.ts', '!**/test-*.ts', '!**/testing.ts', '!src/engine/analysis/activity.ts']
  const results = await new Stryker({ configFile: 'proof/mutants/stryker.config.json', mutate: [...mutate, ...left] }).runMutationTest()
  return results.filter(({ status }) => status !== 'CompileError' && status !== 'Ignored')
}

const placeOf = ({ fileName, location }: Mutant) => `${relative(root, fileName)}:${location.start.line}`

function reasonFor(mutant: Mutant): string | undefined {
  const file = relative(root, mutant.fileName)
  const { after } = linesOf(mutant)
  return equivalents.find((known) => known.file === file && known.line === after.trim())?.reason
}

function changedLines(mutant: Mutant): string {
  const { before, after } = linesOf(mutant)
  const marked = (mark: string, text: string) => text.replaceAll(/^/gm, `${mark} `)
  return `${marked('-', before)}\n${marked('+', after)}`
}

/** The lines that the mutation touches, before and after. Lines and columns of a result are counted from 1. */
function linesOf({ fileName, location: { start, end }, replacement }: Mutant) {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line)
  const after = lines[0]!.slice(0, start.column - 1) + replacement + lines.at(-1)!.slice(end.column - 1)
  return { before: lines.join('\n'), after }
}

function mutated(mutant: Mutant): string {
  const { start, end } = mutant.location
  const lines = readFileSync(mutant.fileName, 'utf8').split('\n')
  return [...lines.slice(0, start.line - 1), linesOf(mutant).after, ...lines.slice(end.line)].join('\n')
}

/** The mutants that the type checker refuses. It reads all of them at once, each as a file beside the one that it changes, in a copy of the code. */
async function withTypeErrors(mutants: readonly Mutant[]): Promise<Set<Mutant>> {
  const copy = mkdtempSync(join(tmpdir(), 'roomkeeper-mutants-'))
  try {
    for (const name of ['src', 'package.json']) cpSync(join(root, name), join(copy, name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
    const files = mutants.map((mutant, index) => relative(root, mutant.fileName).replace(/(?=\.tsx?$)/, `.mutant-${index}`))
    for (const [index, file] of files.entries()) writeFileSync(join(copy, file), mutated(mutants[index]!))
    writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const report = promisify(execFile)(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], { cwd: copy, maxBuffer: 2 ** 26 })
    const output = await report.then(
      ({ stdout }) => stdout,
      (error: { stdout?: string }) => error.stdout ?? '',
    )
    const refused = new Set([...output.matchAll(/\.mutant-(\d+)\.tsx?\(\d/g)].map(([, index]) => Number(index)))
    return new Set(mutants.filter((_, index) => refused.has(index)))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

await main()
