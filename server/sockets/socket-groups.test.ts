import { expect, it } from 'vitest'
import { SocketGroups } from './socket-groups.ts'

const everyMs = 100
const groupsOf = () => new SocketGroups({ socketsMax: 2, everyMs })
const ids = (...names: string[]) => new Set(names)

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
  groups.update(ids('a', 'b', 'c', 'd', 'e'), 0)
  expect(serve(groups, 1, 0)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  expect(serve(groups, 1, 1_000)).toEqual([])
})

it('lets each group wait from its own last message on, and the one that waits the longest go first', () => {
  const groups = groupsOf()
  groups.update(ids('a', 'b', 'c'), 0)
  const first = groups.next(1)
  if (first) groups.served(first, 1, 0)
  const second = groups.next(1)
  if (second) groups.served(second, 1, 60)
  groups.update(ids('a', 'b', 'c'), 1)
  expect(serve(groups, 2, 99)).toEqual([])
  expect(serve(groups, 2, 100)).toEqual([['a', 'b']])
  expect(groups.next(2)).toMatchObject({ mayGetAtMs: 160 })
  expect(serve(groups, 2, 160)).toEqual([['c']])
  expect(groups.restedAtMs).toBe(260)
})

it('gives a socket that has just come what is new, in a group that has room', () => {
  const groups = groupsOf()
  groups.update(ids('a', 'b', 'c'), 0)
  serve(groups, 1, 0)
  groups.update(ids('a', 'b', 'c', 'd', 'e'), 1)
  const served = serve(groups, 2, 100)
  expect(served.flat().sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(served).toContainEqual(['c', 'd'])
  // Nobody of the new group has had a message yet.
  expect(served[0]).toEqual(['e'])
})

it('drops who has left, and waits for nobody who isn’t there', () => {
  const groups = groupsOf()
  groups.update(ids('a', 'b', 'c'), 0)
  const first = groups.next(1)
  if (first) groups.served(first, 1, 0)
  expect(groups.sentToAll(1)).toBe(0)
  groups.update(ids('a'), 0)
  expect(groups.sentToAll(1)).toBe(1)
  expect(groups.next(1)).toBeNull()
  groups.update(ids(), 1)
  expect(groups.next(2)).toBeNull()
  expect(groups.restedAtMs).toBe(Number.NEGATIVE_INFINITY)
})
