import { Failure } from '#contract/client.ts'
import { gateway } from './gateway.ts'
import { whenStaying } from './session.ts'
import { ownIdentity } from './session-state.ts'

/** Bytes that an answer may have before its next line ends. */
const maxLineLength = 10_000_000

/**
 * Sends one request whose answer comes in lines of JSON (application/x-ndjson) while it is worked on. Ending the iteration, or the signal, closes the
 * connection. Rejects with a Failure; also where the connection ends within a line.
 * @param path of the gateway's own endpoints
 */
export async function* gatewayLines(path: string, body: unknown, signal: AbortSignal): AsyncGenerator {
  await whenStaying()
  const answer = await gateway
    .sendToGateway(ownIdentity())(path, { method: 'POST', body: JSON.stringify(body), signal })
    .catch((cause: unknown) => {
      throw cause instanceof Failure || signal.aborted ? cause : new Failure('unreachable', { cause })
    })
  if (!answer.ok || !answer.body) throw new Failure(answer.ok ? 'not-this-api' : 'server-error', { status: answer.status })
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw signal.aborted ? cause : new Failure('unreachable', { cause })
      })
      rest += value ?? ''
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line !== '') yield parsed(line)
      if (rest.length > maxLineLength || (done && rest !== '')) throw new Failure('not-this-api')
      if (done) return
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw new Failure('not-this-api', { cause })
  }
}
