import { bannedWords } from '#contract/word-filter.ts'
/** The conversation that the preview draws: made up, so that each setting about messages has something to act on. */

export interface SampleMessage {
  from: string
  time: string
  text: string
}

export const people = ['Old Pete', 'Mirela', 'Tomás Rivas', 'Ирина Климова', 'さくら', 'Ayşe Demir']

/** Written before the person came in. */
export const earlier: SampleMessage[] = [
  { from: 'Old Pete', time: '14:29', text: 'The cello solo just now. Wow. I had to put the kettle down.' },
  { from: 'Mirela', time: '14:30', text: 'Setlist so far: https://music.example/setlist' },
]

export const now: SampleMessage[] = [
  { from: 'Tomás Rivas', time: '14:31', text: 'https://pictures.example/stage.jpg' },
  { from: 'Ирина Климова', time: '14:31', text: 'И с балкона: http://pictures.example/balcony.jpg' },
  { from: 'さくら', time: '14:32', text: 'もう一度 https://music.example/encore.mp3' },
  { from: 'Old Pete', time: '14:33', text: 'Programme: http://music.example/programme and the finale: https://films.example/finale.mp4' },
  { from: 'Ayşe Demir', time: '14:34', text: '@Mirela teşekkürler, harika bir gece :)' },
]

/** A system message, where they are shown. */
export const notice = 'The second half starts in ten minutes.'

/** One message for a word of each sort in the filter: the word alone, longer, and inside another. */
export function filtered(filterWords: string): SampleMessage[] {
  // A whole sentence without a comma is one word to the service; it would fill the preview.
  const words = bannedWords(filterWords).filter(({ word }) => word.length <= 30)
  const shown = [words.find(({ inside }) => !inside), words.find(({ inside }) => inside)].filter((word) => word !== undefined)
  return shown.map(({ word, inside }) => ({
    from: inside ? 'Mirela' : 'Tomás Rivas',
    time: '14:34',
    text: `${word}, ${word}xyz, abc${word}`,
  }))
}
