import { type ClipboardEvent, type KeyboardEvent, useMemo, useState } from 'react'
import type { SettingName } from '#contract/settings.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import { redoEdit, setCells, undoEdit } from '../drafts.ts'
import { cellsIn, type Change, changeTo, type NewValue, switchedTo, toDefault } from '../model/change.ts'
import { areaOf, type GridSelection, single, sizeOf } from '../model/selection.ts'
import type { MatrixChat } from '../model/matrix-chat.ts'
import { checkPaste, copyCells, type PasteProblem } from './paste.ts'

interface EditingOptions {
  names: readonly SettingName[]
  chats: readonly MatrixChat[]
  grid: GridSelection
  catalogue: Catalogue
}

/** Editing the selected cells by keys, by the clipboard and by the panel beside them. Every step is an edit that can be undone. */
export function useEditing({ names, chats, grid, catalogue }: EditingOptions) {
  const { selection, identity, select } = grid
  const [panel, setPanel] = useState<'hidden' | 'shown' | 'focused'>('hidden')
  const [said, setSaid] = useState<{ of: object | null; message: string }>({ of: null, message: '' })
  const [problems, setProblems] = useState<readonly PasteProblem[] | null>(null)
  const area = useMemo(() => selection && areaOf(selection), [selection])
  const say = (message: string) => setSaid({ of: identity, message })

  function apply(newValue: NewValue) {
    if (!area) return
    const change = changeTo(cellsIn(area, names, chats), newValue)
    setCells(change.cells)
    say(changeInWords(change))
  }
  function stepBack(step: () => void, words: string) {
    step()
    say(words)
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    const mod = event.ctrlKey || event.metaKey
    const run = keyAction()
    if (!run) return
    event.preventDefault()
    run()

    function keyAction(): (() => void) | null {
      if (mod) {
        if (key.toLowerCase() === 'z') return event.shiftKey ? () => stepBack(redoEdit, 'Made again') : () => stepBack(undoEdit, 'Undone')
        return key.toLowerCase() === 'y' ? () => stepBack(redoEdit, 'Made again') : null
      }
      if (!selection || event.shiftKey) return null
      if (key === '1' || key === '0') return () => apply(switchedTo(key === '1'))
      if (key === 'Delete' || key === 'Backspace') return () => apply(toDefault)
      if (key === 'Enter' || key === 'F2') return () => setPanel('focused')
      if (key !== 'Escape' || (panel === 'hidden' && (!area || sizeOf(area) < 2))) return null
      return () => {
        setPanel('hidden')
        select(single(selection.active))
      }
    }
  }

  return {
    /** `shown`: beside the selection. `focused`: it takes the focus, to edit. */
    panel,
    setPanel,
    /** What the last step did to this selection; '' before it. */
    message: said.of === identity ? said.message : '',
    apply,
    /** Why nothing was pasted; null: nothing to say. */
    problems,
    closeProblems: () => setProblems(null),
    onKeyDown,
    onCopy: (event: ClipboardEvent) => {
      if (!area || isInField(event)) return
      event.preventDefault()
      event.clipboardData.setData('text/plain', copyCells(area, names, chats))
      say(plural(sizeOf(area), '{count} cell copied', '{count} cells copied'))
    },
    onPaste: (event: ClipboardEvent) => {
      if (!area || isInField(event)) return
      event.preventDefault()
      const pasted = checkPaste(event.clipboardData.getData('text/plain'), area, names, chats, catalogue)
      if (pasted.problems.length > 0) return setProblems(pasted.problems)
      setCells(pasted.cells)
      say(changeInWords({ ...pasted, locked: 0 }))
    },
  }
}

/** A field has its own clipboard. */
const isInField = ({ target }: ClipboardEvent) => target instanceof Element && target.matches('input, textarea')

/** What a step did, each a fact of its own. */
export function changeInWords({ cells, same, locked }: Change): string {
  const facts = [
    cells.length > 0 && `${counted(cells.length, 'cell')} changed`,
    same > 0 && plural(same, '{count} has the value already', '{count} have the value already'),
    locked > 0 && plural(locked, '{count} cannot be changed by your role', '{count} cannot be changed by your role'),
  ].filter((fact): fact is string => Boolean(fact))
  return facts.join(', ') || 'Nothing to change'
}
