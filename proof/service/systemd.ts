import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { figure } from '../../src/test-figure.ts'
import { createChat, debianWith, freePort, hasChat, hasCommand, isReady, npmEnvironment, run, until, type Site } from './deployment.ts'

/**
 * Starts the unit deploy/roomkeeper.service under systemd, in a machine of systemd-nspawn, with the commands of docs/operations.md ("With systemd").
 * The machine shares the network of this one.
 */

const repository = join(import.meta.dirname, '../..')
const maxStopMs = 10_000

/** The documented commands, in their order, each on one line. */
function documentedCommands(): string[] {
  const text = readFileSync(join(repository, 'docs/operations.md'), 'utf8')
  const section = /### With systemd\n(.*?)\n### /s.exec(text)?.[1] ?? ''
  const lines = [...section.matchAll(/^ {4}(.+)$/gm)].map(([, line = '']) => line)
  return lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
}

interface Machine {
  /** systemd-nspawn. */
  process: ChildProcess
  /** Runs a command of the shell in it. */
  inside: (command: string) => Promise<string>
}

async function boot(root: string): Promise<Machine> {
  // systemd-nspawn keeps locks in /run. This machine may have no systemd with which it could be registered.
  const nspawn = `systemd-nspawn --quiet --boot --keep-unit --register=no --machine=roomkeeper --directory='${root}' --console=pipe`
  const process = spawn('unshare', ['--mount', 'sh', '-c', `mount -t tmpfs tmpfs /run && exec ${nspawn}`], { stdio: 'ignore' })
  const inside = (command: string) => {
    const [leader = ''] = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ')
    const environment = ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', npmEnvironment]
    return run('nsenter', '--target', leader, '--all', '--wd=/root', 'env', '-i', ...environment, 'sh', '-c', `cd /root && ${command}`)
  }
  await until(async () => (await inside('systemctl is-system-running')) === 'running', process, 'systemd')
  return { process, inside }
}

/** Ends the machine as a shutdown does. */
async function powerOff({ process, inside }: Machine): Promise<void> {
  const closed = once(process, 'close')
  await inside('systemctl poweroff')
  assert.deepEqual(await closed, [0, null])
}

async function checkUnit(inside: Machine['inside']): Promise<string> {
  await inside('systemd-analyze verify roomkeeper.service')
  const status = await inside('cat /proc/$(systemctl show --value --property=MainPID roomkeeper)/status')
  for (const pattern of [/^CapEff:\t0+$/m, /^CapBnd:\t0+$/m, /^NoNewPrivs:\t1$/m, /^Seccomp:\t2$/m]) assert.match(status, pattern)
  assert.doesNotMatch(status, /^Uid:.*\t0\t/m)
  const rating = /: (\d\.\d) OK/.exec(await inside('systemd-analyze security --no-pager roomkeeper'))?.[1]
  assert.ok(rating)
  return rating
}

async function check(folder: string, debian: string): Promise<string> {
  const root = join(folder, 'machine')
  await debianWith(debian, root, ['systemd', 'systemd-sysv', 'dbus'])
  const tarball = JSON.parse(await run('npm', 'pack', '--json', '--pack-destination', folder, repository)) as { filename: string }[]
  const { filename } = Object.values(tarball)[0]!
  cpSync(join(folder, filename), join(root, 'root', filename))
  const site: Site = { origin: `http://127.0.0.1:${await freePort()}` }
  const [install, copy, settings, enable, account] = documentedCommands()
  let machine = await boot(root)
  try {
    for (const command of [install, copy, settings]) await machine.inside(command!)
    await machine.inside(`echo PORT=${new URL(site.origin).port} >> /etc/roomkeeper/environment`)
    await machine.inside(enable!)
    const startMs = await until(() => isReady(site), machine.process, 'the unit')
    const { token } = JSON.parse(await machine.inside(account!)) as { token: string }
    await createChat(site, token)
    const rating = await checkUnit(machine.inside)
    // Commands beside the server leave the data folder private, and use the settings of the unit.
    const doctor = await machine.inside(account!.replace(/ roomkeeper account create .*/, ' roomkeeper doctor'))
    assert.match(doctor, /\nNo findings\.$/)
    await machine.inside('systemctl restart roomkeeper')
    await until(() => isReady(site), machine.process, 'the restarted unit')
    assert.ok(await hasChat(site, token))
    await powerOff(machine)
    machine = await boot(root)
    await until(() => isReady(site), machine.process, 'the unit after a reboot')
    assert.ok(await hasChat(site, token))
    const begun = performance.now()
    await machine.inside('systemctl stop roomkeeper')
    const stopMs = performance.now() - begun
    assert.ok(stopMs < maxStopMs)
    const shown = await machine.inside('systemctl show --property=Result,ExecMainCode,ExecMainStatus roomkeeper')
    assert.deepEqual(shown.split('\n').toSorted(), ['ExecMainCode=1', 'ExecMainStatus=0', 'Result=success'])
    const version = /\d+/.exec(await machine.inside('systemctl --version'))?.[0]
    return `under systemd ${version}, installed by the documented commands: ready after ${(startMs / 1000).toFixed(1)} s, an account created and used, nothing lost by a restart and a reboot, stopped with 0 after ${(stopMs / 1000).toFixed(1)} s, exposure ${rating} of 10`
  } finally {
    if (machine.process.exitCode === null) await powerOff(machine)
  }
}

/** @param debian the folder that makeDebian() filled */
export async function checkSystemd(folder: string, debian: string): Promise<void> {
  if (!(await hasCommand('systemd-nspawn'))) figure('P2', true, 'the systemd unit was not started: this machine has no systemd-nspawn')
  else figure('P2', true, await check(folder, debian))
}
