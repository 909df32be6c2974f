import { expect, it } from 'vitest'
import { SocketGroups } from './socket-groups.ts'

const everyMs = 100
const groupsOf = () => new SocketGroups({ socketsMax: 2, everyMs })
const joined = (groups: SocketGroups, sentUpTo: number, ...ids: string[]) => {
  for (const id of ids) groups.join(id, sentUpTo)
}

/** Serves all that may get `end` at this instant. @returns the sockets, group by group */
const serve = (groups: SocketGroups, end: number, now: number): string[][] => {
  const served: string[][] = []
  for (let group = groups.next(end); group && group.mayGetAtMs <= now; group = groups.next(end)) {
    served.push([...group.ids])
    groups.served(group, end, now)
  }
  return served
}

it('serves every socket once, a group at a time', () => {
  const groups = groupsOf()
  joined(groups, 0, 'a', 'b', 'c', 'd', 'e')
  expect(serve(groups, 1, 0)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  expect(serve(groups, 1, 1_000)).toEqual([])
})

it('lets each group wait from its own last message on, and the one that waits the longest go first', () => {
  const groups = groupsOf()
  joined(groups, 0, 'a', 'b', 'c')
  const first = groups.next(1)
  if (first) groups.served(first, 1, 0)
  const second = groups.next(1)
  if (second) groups.served(second, 1, 60)
  expect(serve(groups, 2, 99)).toEqual([])
  expect(serve(groups, 2, 100)).toEqual([['a', 'b']])
  expect(groups.next(2)).toMatchObject({ mayGetAtMs: 160 })
  expect(serve(groups, 2, 160)).toEqual([['c']])
  expect(groups.restedAtMs).toBe(260)
})

it('gives a socket that has just come what is new, in a group that has room', () => {
  const groups = groupsOf()
  joined(groups, 0, 'a', 'b', 'c')
  serve(groups, 1, 0)
  joined(groups, 1, 'd', 'e')
  const served = serve(groups, 2, 100)
  expect(served.flat().sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(served).toContainEqual(['c', 'd'])
  // Nobody of the new group has had a message yet.
  expect(served[0]).toEqual(['e'])
})

it('drops who has left, and waits for nobody who isn’t there', () => {
  const groups = groupsOf()
  joined(groups, 0, 'a', 'b', 'c')
  const first = groups.next(1)
  if (first) groups.served(first, 1, 0)
  expect(groups.sentToAll(1)).toBe(0)
  for (const id of ['b', 'c']) groups.leave(id)
  expect(groups.sentToAll(1)).toBe(1)
  expect(groups.next(1)).toBeNull()
  groups.leave('a')
  expect(groups.next(2)).toBeNull()
  expect(groups.restedAtMs).toBe(Number.NEGATIVE_INFINITY)
})

it('gives what is new once to a socket that comes twice, and nothing to one that left before', () => {
  const groups = groupsOf()
  joined(groups, 0, 'a', 'a', 'b')
  groups.leave('b')
  groups.leave('b')
  expect(serve(groups, 1, 0)).toEqual([['a']])
})
