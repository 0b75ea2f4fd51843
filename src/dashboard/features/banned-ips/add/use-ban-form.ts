import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { localText, useLocalText } from '#dashboard/platform/session/local-storage.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { banSchema, emptyFields, type BanFields, type BanOutput } from './ban-fields.ts'
import type { BanList } from '../read.ts'
import { useJudge } from './use-preview.ts'

export type BanForm = UseFormReturn<BanFields, unknown, BanOutput>

/** The form of the box. Its text is stored in this browser until it is banned, and judged against the current list. */
export function useBanForm(chatId: number, list: BanList) {
  const name = `bans-box-${useSession().account.id}-${chatId}`
  const judge = useJudge(list)
  const form: BanForm = useForm({
    defaultValues: { ...emptyFields, text: localText(name) },
    resolver: zodResolver(banSchema(judge)),
  })
  const [text, pairs] = useWatch({ control: form.control, name: ['text', 'pairs'] })
  useLocalText(name, text)
  const judged = useMemo(() => judge(text, pairs), [judge, text, pairs])
  return { form, judged }
}
