import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { whereKept } from '#dashboard/platform/records/records.ts'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import type { PollText } from '#engine/polls/poll-text.ts'
import { templatesQuery } from './templates.ts'
import { short } from '../short-title.ts'

/** Fills the form from a template. Renders nothing if there are none. */
export function StartFrom({ onStart }: { onStart: (text: PollText) => void }) {
  const templates = useQuery(templatesQuery()).data ?? []
  const [from, setFrom] = useState<string | null>(null)
  if (templates.length === 0) return null
  return (
    <SearchSelect
      label="Start from a template"
      description={whereKept}
      placeholder="None"
      nothingFound="No such template"
      data={templates.map(({ value: text }, index) => ({ value: String(index), label: short(text.question) }))}
      value={from}
      onChange={(index) => {
        setFrom(index)
        const template = templates[Number(index)]
        if (template) onStart(template.value)
      }}
    />
  )
}
