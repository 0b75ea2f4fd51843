import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { useWordLists } from '../queries.ts'
import classes from './inputs.module.css'

interface WordListsBoxProps {
  chosen: readonly string[]
  onChange: (lists: string[]) => void
  disabled: boolean
}

/** The shared word lists of a condition. A deleted list is shown as such, and can be removed. */
export function WordListsBox({ chosen, onChange, disabled }: WordListsBoxProps) {
  const { lists, reading } = useWordLists()
  const others = lists.filter(({ key }) => !chosen.includes(key))
  return (
    <>
      {chosen.map((listId) => {
        const list = lists.find(({ key }) => key === listId)
        const name = list?.value.name ?? (reading.isSuccess ? 'Deleted list' : '…')
        return (
          <span key={listId} className={`${classes.picked} ${list || !reading.isSuccess ? '' : 'warn'}`}>
            {name} {list && <span className="num quiet">{count(list.value.words.length)}</span>}
            {!disabled && (
              <button
                type="button"
                className="icon-button lit"
                aria-label={`Remove the list ${name}`}
                onClick={() => onChange(chosen.filter((other) => other !== listId))}
              >
                <Icon name="x" size={12} />
              </button>
            )}
          </span>
        )
      })}
      {!disabled && others.length > 0 && (
        <SearchSelect
          size="xs"
          aria-label="Add a shared word list"
          placeholder="Add a shared list"
          nothingFound="No such list"
          data={others.map(({ key, value }) => ({ value: key, label: `${value.name}, ${count(value.words.length)}` }))}
          value={null}
          onChange={(listId) => onChange([...chosen, listId])}
        />
      )}
    </>
  )
}
