const versions = new WeakMap<object, string>()

/** The ETag of an answer. Undefined where the service sent none: then a change cannot be made conditional. */
export const versionOf = (answer: object): string | undefined => versions.get(answer)

/** Gives an answer an ETag, if there is one. Returns the answer. */
export function withVersion<T>(answer: T & object, version: string | null | undefined): T {
  if (version) versions.set(answer, version)
  return answer
}
