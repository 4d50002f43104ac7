// A group is a fold of the set of its events, as a pad is (§10). The twin of src/batarde/pad/groups.py.

import { byWeight, distinct, greatest, may } from './events'
import { nameFault, refusal } from './faults'
import {
  GROUP_EVENT,
  type Group,
  type GroupEvent,
  type Pad,
  type PadRefusal,
  type Person,
} from './protocol'

/** Returns what is wrong with an event of a group, by itself. */
export function groupFault(event: GroupEvent): PadRefusal | null {
  if (!may(event.role, event)) return refusal('not-role')
  return 'name' in event ? nameFault(event.name, null) : null
}

/** Returns the group that events tell, or null if none of them opens it. */
export function foldGroup(id: string, events: Iterable<GroupEvent>): Group | null {
  const log = distinct(events, GROUP_EVENT)
  const faults = log.flatMap((event) => {
    const fault = groupFault(event)
    return fault ? [{ id: event.id, code: fault.code }] : []
  })
  const heard = log.filter((event) => !faults.some((fault) => fault.id === event.id))
  const opened = heard.find((event) => event.event === 'group-opened')
  if (!opened) return null
  const pads = heard.filter((event) => event.event === 'pad-added').map((event) => event.pad)
  return {
    id,
    name: opened.name,
    persons: personsOf(heard),
    pads: [...new Set(pads)],
    ignored: faults,
  }
}

function personsOf(heard: readonly GroupEvent[]): Person[] {
  const names = new Map<string, string>()
  for (const event of heard)
    if (event.event === 'person-added' && !names.has(event.person))
      names.set(event.person, event.name)
  const ids = [...names.keys()]
  const renamed = heard.filter((event) => event.event === 'person-renamed').sort(byWeight)
  for (const { person, name } of renamed) if (names.has(person)) names.set(person, name)
  const merges = mergesOf(heard)
  const into = new Map(ids.map((id) => [id, representative(id, merges)]))
  const gone = heard.filter((event) => event.event === 'person-erased').map(({ person }) => person)
  const erased = new Set(gone.filter((id) => into.has(id)).map((id) => into.get(id)))
  return ids.map((id, at) => ({
    id,
    number: at + 1,
    name: erased.has(into.get(id)) ? '' : (names.get(id) as string),
    into: into.get(id) as string,
    erased: erased.has(into.get(id)),
  }))
}

/** By person whom they are merged into, for those who are. */
function mergesOf(heard: readonly GroupEvent[]): Map<string, string> {
  const about = heard.filter(
    (event) => event.event === 'persons-merged' || event.event === 'persons-split',
  )
  const into = new Map<string, string>()
  for (const { person } of about) {
    const last = greatest(about.filter((event) => event.person === person))
    if (last?.event === 'persons-merged') into.set(person, last.into)
  }
  return into
}

/** For whom a person's games count: the end of the chain of merges, of a ring the least id. */
function representative(person: string, merges: ReadonlyMap<string, string>): string {
  const seen = [person]
  for (;;) {
    const following = merges.get(seen[seen.length - 1])
    if (following === undefined) return seen[seen.length - 1]
    if (seen.includes(following)) return [...seen.slice(seen.indexOf(following))].sort()[0]
    seen.push(following)
  }
}

/** Returns a pad with the names of erased persons replaced by what is said of their number. */
export function withErased(pad: Pad, group: Group, say: (number: number) => string): Pad {
  const gone = new Map(
    group.persons.filter(({ erased }) => erased).map(({ id, number }) => [id, number]),
  )
  const players = pad.players.map((player) => {
    const number = gone.get(player.person ?? '')
    return number === undefined ? player : { ...player, name: say(number) }
  })
  return { ...pad, players }
}
