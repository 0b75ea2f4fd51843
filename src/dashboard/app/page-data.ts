import { parseAnswer } from '#contract/answer-json.ts'
import { checkAnswer } from '#contract/page-data.ts'
import { type ReadName } from '#contract/client.ts'
import { Session } from '#contract/session.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { setFileInPage } from '#dashboard/platform/service/catalogue.ts'
import { setSession } from '#dashboard/platform/session/session-state.ts'

/** The content of the script element `page-data`, which the gateway adds to the HTML of a page for a signed-in visitor. */
interface PageDataElement {
  session: unknown
  catalogue?: unknown
  /** `answer` is the body as the service sent it, `input` that of endpointQuery(). */
  answers: { name: ReadName; input: object; etag: string | null; answer: unknown }[]
}

/**
 * Takes over the session and the data that came with the HTML, as if the queries had fetched them, and removes the element. Whatever is missing or
 * invalid is ignored: the page then asks for it. Call this before the router starts.
 */
export function takePageData(): void {
  const element = document.querySelector('#page-data')
  if (!element) return
  element.remove()
  takeData(element.textContent)
}

/** @param text the content of the element */
export function takeData(text: string): void {
  try {
    const { session, catalogue, answers } = parseAnswer(text) as PageDataElement
    const parsed = Session.safeParse(session)
    // The requests that follow name this account, so data of another one never joins the data of this page.
    if (!parsed.data?.signedIn) return
    setSession({ session: parsed.data })
    setFileInPage(catalogue)
    for (const { name, input, etag, answer } of answers) {
      const data = checkAnswer(name, answer, etag)
      if (!data) continue
      queryClient.setQueryData([name, input], data)
    }
  } catch {
    // It is not what this release expects.
  }
}
