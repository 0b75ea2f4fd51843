import { createMessageIndex } from '#engine/analysis/message-index.ts'
import type { WorkerCommand, QuestionKind, Question, Questions, WorkerReply } from './analysis.ts'

/** The worker's side of the protocol. @param reply posts a reply, with the buffers to transfer instead of copying */
export function createWorkerHandler(reply: (reply: WorkerReply, transfer: ArrayBuffer[]) => void): (command: WorkerCommand) => void {
  const index = createMessageIndex()

  function answer({ kind, input }: Question): Questions[QuestionKind]['answer'] {
    switch (kind) {
      case 'filter':
        return index.filter(input)
      case 'summary':
        return index.summary()
      case 'suspects':
        return index.suspects(input)
      case 'words':
        return index.testWordFilter(input.saved, input.draft)
    }
  }

  function respond(id: number, question: Question) {
    if (question.kind === 'filter' && question.input.isRegexp) reply({ id, started: true }, [])
    try {
      const result = answer(question)
      reply({ id, answer: result }, result instanceof Float64Array ? [result.buffer] : [])
    } catch (error) {
      reply({ id, error: error instanceof Error ? error.message : String(error) }, [])
    }
  }

  return (command) => {
    if ('add' in command) index.add(command.add)
    else if ('remove' in command) index.remove(command.remove)
    else respond(command.id, command.question)
  }
}
