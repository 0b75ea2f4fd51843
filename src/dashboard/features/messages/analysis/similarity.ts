/**
 * Finds which texts are alike without comparing each with each: of a text's three-letter pieces, the one that is first under a shuffled order is the
 * same in two texts as often as they share pieces (MinHash). Texts with such a piece in common are compared in full.
 */

const pieceLength = 3
/** The rest of a longer text changes nothing about what it looks like, and a text may have 2,000 letters. */
const mostPieces = 400
/** Shared pieces of all pieces of two texts: 30 letters of which one short word is another have 0.6, unrelated texts 0.1. */
const leastShared = 0.5

/** One shuffled order each. */
const orders = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f, 0x165667b1, 0x2c1b3c6d]
/** First pieces in common that make a comparison worth while. Texts that share 0.6 of their pieces are missed once in 24 times. */
const leastInCommon = 2

/** A function that takes texts one by one and names for each the first text that it is like: its own number where there is none. */
export function createSimilarityGroups(): (text: string, number: number) => number {
  const leaders = new Map<number, string>()
  const byFirstPiece = new Map<number, number>()

  return (text, number) => {
    const pieces = piecesOf(text)
    const firstPieces = orders.map((order, index) => firstPiece(pieces, order) * orders.length + index)
    let best = number
    let most = leastShared
    for (const leader of found(firstPieces.map((piece) => byFirstPiece.get(piece)))) {
      const shared = sharedPart(pieces, piecesOf(leaders.get(leader) ?? ''))
      if (shared < most) continue
      best = leader
      most = shared
    }
    if (best === number) {
      leaders.set(number, text)
      // The latest replaces an earlier one: waves are close together in time.
      for (const piece of firstPieces) byFirstPiece.set(piece, number)
    }
    return best
  }
}

/** Those that were found often enough, each once. */
const found = (numbers: (number | undefined)[]): number[] =>
  numbers.filter(
    (number, index): number is number =>
      number !== undefined &&
      numbers.indexOf(number) === index &&
      numbers.reduce<number>((count, other) => count + Number(other === number), 0) >= leastInCommon,
  )

function piecesOf(text: string): Int32Array {
  const pieces = new Int32Array(Math.max(1, Math.min(text.length - pieceLength + 1, mostPieces)))
  for (let at = 0; at < pieces.length; at++) {
    // Three UTF-16 units; what is behind the end of a short text counts as nothing.
    let piece = text.charCodeAt(at)
    for (let next = at + 1; next < at + pieceLength; next++) piece = Math.imul(piece, 0x10001b3) + (text.charCodeAt(next) || 0)
    pieces[at] = piece
  }
  return pieces
}

function firstPiece(pieces: Int32Array, order: number): number {
  let first = 0xffffffff
  for (const piece of pieces) {
    const mixed = Math.imul(piece ^ order, order)
    const hash = (mixed ^ (mixed >>> 15)) >>> 0
    if (hash < first) first = hash
  }
  return first
}

function sharedPart(some: Int32Array, others: Int32Array): number {
  const [one, other] = [new Set(some), new Set(others)]
  let shared = 0
  for (const piece of one) if (other.has(piece)) shared++
  return shared / (one.size + other.size - shared)
}
