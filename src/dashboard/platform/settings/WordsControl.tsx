import { Button } from '#dashboard/ui/form/Button.tsx'
import { CloseButton, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { serviceName } from '#contract/provider-names.ts'
import { type FilterEntry, parseEntry, parseFilter } from '#contract/word-filter.ts'
import { Chip } from '#dashboard/ui/feedback/Chip.tsx'
import { CopyButton } from '#dashboard/ui/form/CopyButton.tsx'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import classes from './settings.module.css'
import { duplicateWords } from '#contract/settings-doctor.ts'

interface WordsControlProps {
  id: string
  describedBy: string
  value: string
  onChange: (value: string) => void
}

/** More chips would make the page slow; the raw text shows all words. */
const maxChips = 300

/** The word filter: one chip for each word, "whole" or "inside" as its leading space means in the API. Nothing is trimmed. */
export function WordsControl({ id, describedBy, value, onChange }: WordsControlProps) {
  const [typed, setTyped] = useState('')
  const [inside, setInside] = useState(false)
  const [sorted, setSorted] = useState(false)
  const [raw, setRaw] = useState(false)
  const words = parseFilter(value)
  const twice = new Set(duplicates(words))
  const order = words.map((word, index) => ({ word, index }))
  const shown = (sorted ? order.toSorted((a, b) => a.word.word.localeCompare(b.word.word)) : order).slice(0, maxChips)
  const set = (next: FilterEntry[]) => onChange(formatWords(next))

  function add(text: string) {
    if (text.trim() === '') return
    set(addWords(words, text, inside))
    setTyped('')
  }

  return (
    <div className="mt-4">
      {raw ? (
        <Textarea
          id={id}
          aria-describedby={describedBy}
          description={`Exactly as ${serviceName()} stores it: words separated by commas, with a leading space for “inside”.`}
          autosize
          minRows={3}
          maxRows={14}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <div className={`field-box beside gap-4 wrap scroll ${classes.box}`}>
          {shown.map(({ word, index }) => (
            <span key={index} className={`inline-row gap-6 ${classes.word}`} data-twice={twice.has(word.text) || undefined}>
              <span className={`outside ${classes.wordsControlText}`}>{word.word || '(empty)'}</span>
              <button
                type="button"
                className={`name-link fz-meta quiet ${classes.mode}`}
                aria-pressed={word.inside}
                aria-label={`${word.word}: also match inside other words`}
                onClick={() => set(toggled(words, index))}
              >
                {word.inside ? 'inside' : 'whole'}
              </button>
              <CloseButton size={24} aria-label={`Remove ${word.word}`} onClick={() => set(removed(words, index))} />
            </span>
          ))}
          <input
            id={id}
            className={`ink grow ${classes.input}`}
            aria-describedby={describedBy}
            placeholder="Add words, separated by commas"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' || event.key === ',') {
                event.preventDefault()
                add(typed)
              } else if (event.key === 'Backspace' && typed === '' && words.length > 0) set(removed(words, words.length - 1))
            }}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text')
              if (!/[,\n]/.test(text)) return
              event.preventDefault()
              add(text)
            }}
            onBlur={() => add(typed)}
          />
        </div>
      )}
      {/* A line of its own: nothing below it moves when it gets longer. */}
      <p className="cut quiet fz-help mt-4">
        {[
          counted(words.length, 'word'),
          words.length > maxChips && !raw && `the first ${maxChips} are shown`,
          twice.size > 0 && plural(twice.size, '{count} duplicate is marked', '{count} duplicates are marked'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Group gap="xs" className="quiet fz-help">
        <label className="inline-row gap-6">
          <input type="checkbox" checked={inside} onChange={(event) => setInside(event.currentTarget.checked)} /> New words also match
          inside other words
        </label>
        {!raw && <Chip label="Sorted" holds={words.length} on={sorted} onToggle={() => setSorted(!sorted)} />}
        <Button size="xs" variant="subtle" tone="quiet" aria-pressed={raw} onClick={() => setRaw(!raw)}>
          {raw ? 'Chips' : 'Raw text'}
        </Button>
        <CopyButton value={value} label="Copy all words" />
      </Group>
    </div>
  )
}

/** `formatWords(parseWords(text)) === text` for every text. */
export const formatWords = (words: FilterEntry[]): string => words.map(({ text }) => text).join(',')

/** Matched inside other words, or as a whole word only. A whole word cannot begin with a space: every leading space is removed. */
export const withInside = ({ word }: FilterEntry, inside: boolean): FilterEntry => parseEntry(inside ? ` ${word}` : word.replace(/^ +/, ''))

/** The same list with one word more or less; `formatWords` gives back the rest exactly as it was. @param index position in the list */
export const toggled = (words: FilterEntry[], index: number): FilterEntry[] =>
  words.map((word, position) => (position === index ? withInside(word, !word.inside) : word))

export const removed = (words: FilterEntry[], index: number): FilterEntry[] => words.filter((_, position) => position !== index)

/**
 * Adds what was typed or pasted: many words parted by commas or new lines, each searched inside other words or not as asked, whatever its
 * own leading space says. Blank lines are no words; all other white space stays for the person to see.
 */
export function addWords(words: FilterEntry[], pasted: string, inside: boolean): FilterEntry[] {
  const fresh = pasted.split(/,|\r\n|\r|\n/).filter((text) => /\S/.test(text))
  return [...words, ...fresh.map((text) => withInside(parseEntry(text), inside))]
}

/** The `text` of every word that another entry makes needless: the same word, ignoring case. */
export function duplicates(words: FilterEntry[]): string[] {
  const texts = words.map(({ text }) => text)
  return duplicateWords(texts).map((index) => texts[index] ?? '')
}
