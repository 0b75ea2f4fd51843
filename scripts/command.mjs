// @ts-check
import { prepare } from './prepare.mjs'

/** Runs one of the built commands, such as `account`, with the arguments after its name. */
await prepare(['server'])
await import(new URL('../dist/server/roomkeeper.js', import.meta.url).href)
