// @ts-check
import { spawn } from 'node:child_process'
import { install, root } from './prepare.mjs'

/** Starts the gateway from its sources, and Vite with hot reload in front of it (the proxy is in vite.config.ts). If one ends, so does the other. */
const port = process.env['PORT'] ?? '4173'

await install()
const children = [
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/gateway/main.ts'],
  ['node_modules/vite/bin/vite.js', '--clearScreen', 'false'],
].map((args) => spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, PORT: port } }))

const stop = () => children.forEach((child) => child.kill('SIGTERM'))
// A terminal sends Ctrl+C to the children too; waiting here delays the prompt until both have ended.
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
await Promise.all(children.map((child) => new Promise((resolve) => child.on('close', resolve))))
