// @ts-check
import Sqlite from 'libsql'

/** A process of its own that locks the SQLite file of its argument for as many milliseconds as each message says, as a viewer with unsaved edits does. */

const file = new Sqlite(process.argv[2] ?? '')

process.on('message', (ms) => {
  file.exec('begin immediate')
  process.send?.('locked')
  setTimeout(() => {
    file.exec('rollback')
    process.send?.('free')
  }, Number(ms))
})
process.on('disconnect', () => process.exit(0))
