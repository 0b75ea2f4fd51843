// @ts-check
import { createHash } from 'node:crypto'

/**
 * A checker of Stryker that lets only a sample of the mutants of a file or folder be tested: those with the smallest hashes of seed, location
 * and replacement. The same seed chooses the same mutants again. All others count as not compiling, which leaves them out of the score.
 * MUTANTS_SEED and MUTANTS_SIZE are set by run.ts.
 */

/** @typedef {{ id: string, fileName: string, location: object, mutatorName: string, replacement: string }} Mutant */

export const notInSample = 'not in the sample'

const { MUTANTS_SEED: seed = '', MUTANTS_SIZE: size = '' } = process.env
/** @type {Set<string>} */
const chosen = new Set()

/** @param {Mutant} mutant */
function hashOf({ fileName, location, mutatorName, replacement }) {
  // Stryker works on a copy whose path changes with every run; the path within the project does not.
  const file = fileName.slice(fileName.lastIndexOf('src/'))
  return createHash('sha256')
    .update(JSON.stringify([seed, file, location, mutatorName, replacement]))
    .digest('hex')
}

const checker = {
  init: async () => {},
  /** Gets all mutants at once. @param {Mutant[]} mutants */
  group: async (mutants) => {
    const byHash = mutants.map((mutant) => ({ id: mutant.id, hash: hashOf(mutant) })).toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
    for (const { id } of byHash.slice(0, Number(size) || byHash.length)) chosen.add(id)
    return [mutants.map(({ id }) => id)]
  },
  /** @param {Mutant[]} mutants */
  check: async (mutants) =>
    Object.fromEntries(
      mutants.map(({ id }) => [id, chosen.has(id) ? { status: 'passed' } : { status: 'compileError', reason: notInSample }]),
    ),
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', value: checker }]
