const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Shortens a text for a title or a toast: at most 60 graphemes on one line. */
export function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const parts = [...graphemes.segment(line.slice(0, 1000))].map(({ segment }) => segment)
  return parts.length > 60 ? `${parts.slice(0, 59).join('')}…` : line || 'without a question'
}

export const quoted = (text: string) => `“${short(text)}”`
