import { isCommonplace, normalForm } from './normal-form.ts'

/** Numbers the normal forms of all messages. */
export function createTextForms() {
  const numbers = new Map<string, number>()
  const groups: number[] = []
  const commonplace: boolean[] = []
  const groupOf = createSimilarityGroups()

  return {
    /** The number of a text's normal form. */
    of: (text: string): number => {
      const form = normalForm(text)
      const known = numbers.get(form)
      if (known !== undefined) return known
      const number = numbers.size
      numbers.set(form, number)
      commonplace.push(isCommonplace(form))
      // Commonplace texts are too short to be compared by similarity.
      groups.push(commonplace[number] ? number : groupOf(form, number))
      return number
    },
    /** The same number for all similar forms. */
    group: (form: number): number => groups[form] ?? form,
    isCommonplace: (form: number): boolean => commonplace[form] ?? false,
  }
}

export type TextForms = ReturnType<typeof createTextForms>

const shingleLength = 3
/** The beginning of a text is enough to compare it; texts may have 2,000 letters. */
const maxShingles = 400
/** Jaccard similarity. Texts of 30 letters that differ in one short word reach 0.6, unrelated texts 0.1. */
const minSimilarity = 0.5

/** Each seed makes one hash function. */
const hashSeeds = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f, 0x165667b1, 0x2c1b3c6d]
/** Texts that share fewer minimum hashes are not compared. Texts with a similarity of 0.6 are missed once in 24 times. */
const minSharedHashes = 2

/**
 * Groups similar texts without comparing every pair, by MinHash over three-letter shingles: the probability that two texts share the smallest hash
 * equals their Jaccard similarity. Only texts that share such hashes are compared in full.
 * Returns a function that takes texts one by one and returns the number of the first similar text; the own number if there is none.
 */
export function createSimilarityGroups(): (text: string, number: number) => number {
  const leaders = new Map<number, string>()
  const leaderByHash = new Map<number, number>()

  return (text, number) => {
    const shingles = shinglesOf(text)
    const minHashes = hashSeeds.map((seed, index) => minHash(shingles, seed) * hashSeeds.length + index)
    let best = number
    let bestSimilarity = minSimilarity
    for (const leader of atLeastShared(minHashes.map((hash) => leaderByHash.get(hash)))) {
      const similarity = jaccardSimilarity(shingles, shinglesOf(leaders.get(leader) ?? ''))
      if (similarity < bestSimilarity) continue
      best = leader
      bestSimilarity = similarity
    }
    if (best === number) {
      leaders.set(number, text)
      // A later text replaces an earlier one with the same hash: the messages of a wave are close in time.
      for (const hash of minHashes) leaderByHash.set(hash, number)
    }
    return best
  }
}

/** The numbers that occur at least `minSharedHashes` times, each once. */
const atLeastShared = (numbers: (number | undefined)[]): number[] =>
  numbers.filter(
    (number, index): number is number =>
      number !== undefined &&
      numbers.indexOf(number) === index &&
      numbers.reduce<number>((count, other) => count + Number(other === number), 0) >= minSharedHashes,
  )

function shinglesOf(text: string): Int32Array {
  const shingles = new Int32Array(Math.max(1, Math.min(text.length - shingleLength + 1, maxShingles)))
  for (let at = 0; at < shingles.length; at++) {
    // A shingle is three UTF-16 units. Units beyond the end of a short text count as 0.
    let shingle = text.charCodeAt(at)
    for (let next = at + 1; next < at + shingleLength; next++) shingle = Math.imul(shingle, 0x10001b3) + (text.charCodeAt(next) || 0)
    shingles[at] = shingle
  }
  return shingles
}

function minHash(shingles: Int32Array, seed: number): number {
  let smallest = 0xffffffff
  for (const shingle of shingles) {
    const product = Math.imul(shingle ^ seed, seed)
    const hash = (product ^ (product >>> 15)) >>> 0
    if (hash < smallest) smallest = hash
  }
  return smallest
}

function jaccardSimilarity(first: Int32Array, second: Int32Array): number {
  const [one, other] = [new Set(first), new Set(second)]
  let shared = 0
  for (const shingle of one) if (other.has(shingle)) shared++
  return shared / (one.size + other.size - shared)
}
