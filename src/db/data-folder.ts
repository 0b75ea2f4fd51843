import { accessSync, constants, mkdirSync } from 'node:fs'

/** Creates a folder for data, for this user only, unless it is there. Throws a message for the operator if it cannot be created or written to. */
export function createDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new Error(
      `the data folder ${folder} cannot be created or written to (${reason}): choose another DATA_DIR, or change who owns it`,
      {
        cause: error,
      },
    )
  }
}
