import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { figure } from '../../src/test-figure.ts'

/**
 * S14: what is in the lock file, what npm audit reports, and how old the releases are. "No vulnerabilities" and "no answer" are different results.
 * `--ages` reads the release dates of all direct dependencies, `--ages hono pg` those of some; without it none are read.
 */

const root = join(import.meta.dirname, '../..')
const day = 86_400_000
const leastDays = 7

interface Entry {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  dev?: boolean
  hasInstallScript?: boolean
}

/** Packages with an install script, and why. */
const justified: Record<string, string> = {
  esbuild:
    'not run (allowScripts in package.json): the program for this platform is a package of its own; used by tsx alone, for development',
}

// npm writes and validates these two files.
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>
const direct = { ...manifest.dependencies, ...manifest.devDependencies }
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>
}
const entries = Object.entries(lock.packages).filter(([path]) => path !== '')

function lockFile(): void {
  const names = (found: typeof entries) => (found.length ? ` (${found.map(([path]) => path).join(', ')})` : '')
  const unchecked = entries.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
  const registry = npm('config', 'get', 'registry').output.trim()
  const elsewhere = entries.filter(([, { resolved, link }]) => link || (resolved !== undefined && !resolved.startsWith(registry)))
  const addressed = entries.filter(([, { resolved }]) => resolved !== undefined).length
  const scripts = entries.filter(([, { hasInstallScript }]) => hasInstallScript)
  const unjustified = scripts.filter(([path]) => justified[path.slice(path.lastIndexOf('node_modules/') + 13)] === undefined)
  const runTime = entries.filter(([, { dev }]) => !dev).length
  figure(
    'S14',
    unchecked.length === 0 && elsewhere.length === 0 && unjustified.length === 0,
    `${entries.length} entries, ${entries.length - unchecked.length} with SHA-512${names(unchecked)}; ${addressed} with an address, ${elsewhere.length} of them not the registry's${names(elsewhere)}; install scripts: ${scripts.length}${names(scripts)}, not justified: ${unjustified.length}`,
  )
  for (const [name, why] of Object.entries(justified)) console.log(`${name}: ${why}`)
  const count = Object.keys(direct).length
  figure('S14', count <= 40 && runTime <= 120, `${count} direct dependencies, ${runTime} packages at run time with all their platforms`)
}

function list(): void {
  const { output } = npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only')
  const { bomFormat, components } = JSON.parse(output) as { bomFormat: string; components: { purl?: string; hashes?: unknown[] }[] }
  const whole = components.filter(({ purl, hashes }) => purl && hashes?.length).length
  figure(
    'S14',
    bomFormat === 'CycloneDX' && whole === entries.length,
    `${bomFormat} list of ${whole} packages with address and hash, by npm sbom`,
  )
}

/** Three outcomes: none, a number of vulnerabilities, or no answer. */
function holes(): void {
  const { output } = npm('audit', '--json')
  const report = JSON.parse(output.slice(output.indexOf('{'))) as {
    metadata?: { vulnerabilities: Record<string, number> }
    message?: string
  }
  if (!report.metadata) return figure('S14', true, `npm audit: not run (${report.message?.split(' - ')[0] ?? 'no answer'})`)
  const { moderate = 0, high = 0, critical = 0 } = report.metadata.vulnerabilities
  const found = moderate + high + critical
  figure('S14', found === 0, `npm audit: ${found} at moderate or above`)
}

function ages(asked: string[]): void {
  const young: string[] = []
  const silent: string[] = []
  for (const name of asked) {
    const version = lock.packages[`node_modules/${name}`]?.version ?? ''
    const { output } = npm('view', name, 'time', '--json')
    const published = output.trim() ? (JSON.parse(output) as Record<string, string>)[version] : undefined
    const days = published === undefined ? NaN : Math.floor((Date.now() - Date.parse(published)) / day)
    if (Number.isNaN(days)) silent.push(name)
    else if (days < leastDays) young.push(`${name} ${version}, ${days} days`)
  }
  const answered = asked.length - silent.length
  if (answered === 0) return figure('S14', true, 'release ages: not run')
  const words = `release ages: asked for ${answered} of ${entries.length}, younger than ${leastDays} days: ${young.length}`
  figure('S14', young.length === 0, young.length ? `${words} (${young.join('; ')})` : words)
}

/** npm exits with an error both if it found vulnerabilities and if it got no answer. */
function npm(...args: string[]): { output: string } {
  try {
    return {
      output: execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64 * 1024 * 1024 }),
    }
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string') return { output: error.stdout }
    throw error
  }
}

lockFile()
list()
holes()
const at = process.argv.indexOf('--ages')
const named = at < 0 ? [] : process.argv.slice(at + 1)
ages(at >= 0 && named.length === 0 ? Object.keys(direct) : named)
