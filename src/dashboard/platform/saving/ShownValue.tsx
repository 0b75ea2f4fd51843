import classes from './saving.module.css'

/** A value in words; an empty or blank one is named as such. */
export function ShownValue({ words }: { words: string }) {
  return words.trim() === '' ? (
    <i>{words === '' ? 'empty' : 'only white space'}</i>
  ) : (
    <span className={`outside ${classes.value}`}>{words}</span>
  )
}
