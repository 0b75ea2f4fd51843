/** Whether figures for docs/proof.md are wanted, from as many runs as they stand for. */
export const isProof = process.env['PROOF'] === '1'

/**
 * How many random runs a test makes: as many as this for a proof, a fraction of them in the gate, which sees other runs every time.
 * @param fraction one in so many
 */
export const runs = (count: number, fraction = 4): number => (isProof ? count : Math.ceil(count / fraction))
