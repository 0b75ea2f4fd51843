import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import type { PollText } from '../draft.ts'
import { templatesQuery } from './templates.ts'
import { short } from '../short-title.ts'

/** Fills the form from a template. Renders nothing if this browser has no templates. */
export function StartFrom({ accountId, onStart }: { accountId: number; onStart: (text: PollText) => void }) {
  const templates = useQuery(templatesQuery(accountId)).data ?? []
  const [from, setFrom] = useState<string | null>(null)
  if (templates.length === 0) return null
  return (
    <SearchSelect
      label="Start from a template"
      description="Kept in this browser."
      placeholder="None"
      nothingFound="No such template"
      data={templates.map(({ text }, index) => ({ value: String(index), label: short(text.question) }))}
      value={from}
      onChange={(index) => {
        setFrom(index)
        const template = templates[Number(index)]
        if (template) onStart(template.text)
      }}
    />
  )
}
