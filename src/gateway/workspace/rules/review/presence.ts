/**
 * Who has the queue open, and which message they look at. Kept in memory only, because it expires after half a minute: with several gateways, people
 * see only those who use the same gateway.
 */
export interface Presence {
  look: (workspace: string, person: Looking, hitId: string | null) => void
  /** Everybody except this person, by name. */
  others: (workspace: string, personId: string) => { name: string; hitId: string | null }[]
}

interface Looking {
  id: string
  name: string
}

const seenMs = 30_000
/** Per workspace; a team has at most 500 people. */
const maxPeople = 500

export function createPresence(nowMs: () => number): Presence {
  const workspaces = new Map<string, Map<string, { name: string; hitId: string | null; at: number }>>()

  function peopleIn(workspace: string) {
    const people = workspaces.get(workspace)
    // A time in the future was written before the clock was set back.
    for (const [id, { at }] of people ?? []) if (Math.abs(nowMs() - at) >= seenMs) people?.delete(id)
    if (people?.size === 0) workspaces.delete(workspace)
    return workspaces.get(workspace)
  }

  return {
    look: (workspace, { id, name }, hitId) => {
      const people = peopleIn(workspace) ?? new Map<string, { name: string; hitId: string | null; at: number }>()
      if (!people.has(id) && people.size >= maxPeople) return
      people.set(id, { name, hitId, at: nowMs() })
      workspaces.set(workspace, people)
    },
    others: (workspace, personId) =>
      [...(peopleIn(workspace) ?? [])]
        .filter(([id]) => id !== personId)
        .map(([, { name, hitId }]) => ({ name, hitId }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
  }
}
