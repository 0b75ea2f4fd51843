import { useCallback, useEffect, useRef, useState } from 'react'
import { ipv4, ipv4ToNumber } from '#contract/values.ts'
import { maxBanAddresses } from '#contract/workspace/rights.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import type { PreviewAnswer, PreviewRequest } from './preview-worker.ts'
import { judge, type Judged } from '../ranges/judge.ts'
import { readPaste } from '../paste/paste.ts'
import type { Pairs } from '../paste/pasted.ts'
import type { BanList } from '../read.ts'

/** The address of this browser, as the gateway sees it; null where it is not known. */
export function useOwnAddress(): number | null {
  const { browserAddress } = useSession()
  return browserAddress && ipv4.safeParse(browserAddress).success ? ipv4ToNumber(browserAddress) : null
}

/** The most addresses that the person may ban at once. */
function useMaxSize(): number {
  const widest = usePerson()?.limits.widestBan ?? null
  return widest === null ? Infinity : maxBanAddresses(widest)
}

/** For texts of a few lines. */
export function useJudge(list: BanList): (text: string, pairs: Pairs) => Judged[] {
  const own = useOwnAddress()
  const maxSize = useMaxSize()
  return useCallback((text, pairs) => judge(list.index, readPaste(text, pairs), own, maxSize), [list, own, maxSize])
}

/** For a text of any length, judged by a worker; null while it is computed. */
export function useLongPreview(text: string, pairs: Pairs, list: BanList): Judged[] | null {
  const own = useOwnAddress()
  const maxSize = useMaxSize()
  const [answer, setAnswer] = useState<{ text: string; pairs: Pairs; list: BanList; judged: Judged[] } | null>(null)
  const worker = useRef<Worker | null>(null)
  const asked = useRef(0)

  useEffect(() => {
    worker.current = new Worker(new URL('./preview-worker.ts', import.meta.url), { type: 'module' })
    return () => worker.current?.terminate()
  }, [])

  useEffect(() => {
    if (!worker.current) return
    const id = ++asked.current
    worker.current.onmessage = ({ data }: MessageEvent<PreviewAnswer>) => {
      if (data.id === id) setAnswer({ text, pairs, list, judged: data.judged })
    }
    const request: PreviewRequest = {
      id,
      text,
      pairs,
      list: Float64Array.from(list.entries.flatMap(({ first, last }) => [first, last])),
      own,
      maxSize,
    }
    worker.current.postMessage(request)
  }, [text, pairs, list, own, maxSize])

  return answer?.text === text && answer.pairs === pairs && answer.list === list ? answer.judged : null
}
