import { type ChildProcess, fork } from 'node:child_process'
import type { Logger } from 'pino'
import type { Drawn, PageToDraw } from '#contract/page-view.ts'

/**
 * Draws the first screen of a page from the data that is in it, so that people see it before any script has run. That takes a process of its own: it runs
 * the code of the page, which has one account and one time zone at a time, and it must never keep an answer of the API waiting.
 */

export interface Drawer {
  /** null: it takes too long, others wait already, or the page can't be drawn from this data. */
  draw: (page: PageToDraw) => Promise<Drawn | null>
  close: () => Promise<void>
}

/** A page waits no longer for this. */
const maxWaitMs = 100
/** More pages at a time come without. */
const maxWaiting = 4
/** Whoever takes longer will not answer any more. */
const maxSilenceMs = 5000
const restartAfterMs = 30_000

type DrawingProcess = Pick<ChildProcess, 'on' | 'kill'> & { send: (page: PageToDraw & { id: number }) => unknown }

/** @param start starts the process */
export function createDrawer(start: () => DrawingProcess, log: Logger): Drawer {
  let running: DrawingProcess | null = null
  let startsAfter = 0
  let ids = 0
  const waiting = new Map<number, (drawn: Drawn | null) => void>()

  function settle(id: number, drawn: Drawn | null) {
    waiting.get(id)?.(drawn)
    waiting.delete(id)
  }

  function started(): DrawingProcess {
    const drawing = start()
    const ended = () => {
      if (running !== drawing) return
      running = null
      startsAfter = performance.now() + restartAfterMs
      for (const id of waiting.keys()) settle(id, null)
    }
    drawing.on('message', ({ id, drawn }: { id: number; drawn: Drawn | null }) => settle(id, drawn))
    drawing.on('exit', ended)
    // It could not be started, or hears nothing any more: an exit may never follow.
    drawing.on('error', (error) => {
      log.error({ err: error, event: 'drawing' }, 'pages can’t be drawn')
      drawing.kill('SIGKILL')
      ended()
    })
    return drawing
  }

  return {
    draw: (page) => {
      if (waiting.size >= maxWaiting || (!running && performance.now() < startsAfter)) return Promise.resolve(null)
      running ??= started()
      const [drawing, id] = [running, ++ids]
      return new Promise((resolve) => {
        const late = setTimeout(() => resolve(null), maxWaitMs)
        const silent = setTimeout(() => drawing.kill('SIGKILL'), maxSilenceMs)
        waiting.set(id, (drawn) => {
          clearTimeout(late)
          clearTimeout(silent)
          resolve(drawn)
        })
        drawing.send({ id, ...page })
      })
    },
    close: async () => void running?.kill(),
  }
}

const maxMiB = 192

/** The process, with nothing of the environment of this one. @param file of the build */
export const startDrawing = (file: string) => (): DrawingProcess =>
  fork(file, {
    execArgv: [`--max-old-space-size=${maxMiB}`],
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
