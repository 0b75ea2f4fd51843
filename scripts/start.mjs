// @ts-check
import { prepare } from './prepare.mjs'

await prepare()
// In this process, so that signals and the exit code are the server's own.
await import(new URL('../dist/server/main.js', import.meta.url).href)
