interface ListUsersProps {
  how: 'edit' | 'delete'
  /** What each rule that uses the list does then. */
  sentences: string[]
}

/** The rules that use a word list, before it is changed or deleted. */
export function ListUsers({ how, sentences }: ListUsersProps) {
  if (sentences.length === 0) return <p>No rule uses it. The word filters of chats stay as they are.</p>
  return (
    <>
      <ul aria-label="Rules that use it" className="stack gap-6">
        {sentences.map((sentence) => (
          <li key={sentence} className="outside">
            {sentence}
          </li>
        ))}
      </ul>
      {how === 'edit' && <p className="help">A rule needs another backtest before it is started again.</p>}
    </>
  )
}
