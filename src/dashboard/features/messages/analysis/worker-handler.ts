import { createMessageIndex } from './message-index.ts'
import type { Command, Kind, Question, Questions, Reply } from './protocol.ts'

/** The worker's side of the protocol. @param reply takes what to say, and the buffers that may be handed over instead of copied */
export function createWorkerHandler(reply: (reply: Reply, handedOver: ArrayBuffer[]) => void): (command: Command) => void {
  const index = createMessageIndex()

  function answer({ kind, ask }: Question): Questions[Kind]['answer'] {
    switch (kind) {
      case 'filter':
        return index.filter(ask)
      case 'summary':
        return index.summary()
      case 'suspects':
        return index.suspects(ask)
      case 'words':
        return index.testWordFilter(ask.saved, ask.draft)
    }
  }

  function respond(id: number, question: Question) {
    if (question.kind === 'filter' && question.ask.isRegexp) reply({ id, begins: true }, [])
    try {
      const found = answer(question)
      reply({ id, answer: found }, found instanceof Float64Array ? [found.buffer] : [])
    } catch (error) {
      reply({ id, refused: error instanceof Error ? error.message : String(error) }, [])
    }
  }

  return (command) => {
    if ('add' in command) index.add(command.add)
    else if ('remove' in command) index.remove(command.remove)
    else if ('reset' in command) index.reset()
    else respond(command.id, command.question)
  }
}
