import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PresenceState } from '#contract/people/people.ts'
import { socketHub } from '#web/realtime/socket.ts'
import { peopleKey } from '#web/shell/query-keys.ts'
import { subscribePresence } from './queries.ts'
import { watchPeopleInCache } from './use-presence-events.ts'

const watchPeople = vi.spyOn(socketHub, 'watchPeople')
beforeEach(() => {
  vi.useFakeTimers()
  watchPeople.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
})

const listKey = (name: string) => [...peopleKey, 'list', name, 24, null]
const profileKey = (id: string) => [...peopleKey, 'profile', id, null]
const list = (...ids: string[]) => ({
  users: ids.map((id) => ({ id, state: 'offline' as PresenceState })),
  total: ids.length,
})
const named = () => watchPeople.mock.calls.map(([memberIds]) => [...memberIds])

test('names each person in the cache once, and all again when another person is added', async () => {
  const client = new QueryClient()
  client.setQueryData(listKey('standby'), list('1', '2'))
  client.setQueryData(listKey('recommended'), list('2', '3'))
  client.setQueryData([...peopleKey, 'my-standby'], { waiting: true })
  const stop = watchPeopleInCache(client)
  await vi.advanceTimersByTimeAsync(300)
  expect(named()).toEqual([['1', '2', '3']])

  client.setQueryData(listKey('standby'), list('2', '1'))
  await vi.advanceTimersByTimeAsync(300)
  expect(named()).toHaveLength(1)

  client.setQueryData(profileKey('4'), { id: '4', state: 'offline' })
  client.setQueryData(listKey('standby'), list('5'))
  await vi.advanceTimersByTimeAsync(300)
  expect(named().slice(1)).toEqual([['5', '2', '3', '4']])

  stop()
  client.setQueryData(listKey('standby'), list('6'))
  await vi.advanceTimersByTimeAsync(300)
  expect(named()).toHaveLength(2)
})

test('applies the states in the answer, without a further request because of them', async () => {
  const client = new QueryClient()
  client.setQueryData(listKey('standby'), list('1', '2'))
  client.setQueryData(profileKey('2'), { id: '2', state: 'offline' })
  watchPeopleInCache(client)
  await vi.advanceTimersByTimeAsync(300)
  watchPeople.mock.calls[0]?.[1]([{ userId: '2', state: 'inCall' }])
  await vi.advanceTimersByTimeAsync(300)
  expect(client.getQueryData(listKey('standby'))).toMatchObject({
    users: [{ state: 'offline' }, { state: 'inCall' }],
  })
  expect(client.getQueryData(profileKey('2'))).toMatchObject({ state: 'inCall' })
  expect(named()).toHaveLength(1)
})

test('leaves out people who are not on the screen when there are too many', async () => {
  const client = new QueryClient()
  client.setQueryData(listKey('recommended'), list(...Array.from({ length: 150 }, (_, index) => `1${index}`)))
  client.setQueryData(listKey('standby'), list(...Array.from({ length: 150 }, (_, index) => `2${index}`)))
  const shown = new QueryObserver(client, { queryKey: listKey('standby') })
  shown.subscribe(() => undefined)
  watchPeopleInCache(client)
  await vi.advanceTimersByTimeAsync(300)
  const [first = []] = named()
  expect(first).toHaveLength(200)
  expect(first.filter((id) => id.startsWith('2'))).toHaveLength(150)
})

test('names people of a search, the last page first, and shows their new states', async () => {
  const client = new QueryClient()
  const found = [...peopleKey, 'search', {}, null]
  const page = (...ids: string[]) => ({ ...list(...ids), next: null })
  client.setQueryData(found, { pages: [page('1', '2'), page('3')], pageParams: [null, 'x'] })
  const stop = watchPeopleInCache(client)
  await vi.advanceTimersByTimeAsync(300)
  expect(named()).toEqual([['3', '1', '2']])
  subscribePresence(client, { userId: '2', state: 'standby' })
  expect(client.getQueryData(found)).toMatchObject({
    pages: [
      { users: [{ state: 'offline' }, { id: '2', state: 'standby' }] },
      { users: [{ state: 'offline' }] },
    ],
  })
  stop()
})

test('names the people whom the query of another area shows', async () => {
  const client = new QueryClient()
  const queryFn = async () => ({ rooms: ['7'] })
  const meta = { peopleIn: ({ rooms }: { rooms: string[] }) => rooms }
  const stop = watchPeopleInCache(client)
  await client.fetchQuery({ queryKey: [...peopleKey, 'live-rooms', 'list'], queryFn, meta })
  await vi.advanceTimersByTimeAsync(300)
  expect(named().at(-1)).toEqual(['7'])
  stop()
})

test.each(['standby', 'live'] as const)(
  'fetches the list of who is %s anew for somebody new there',
  (state) => {
    const client = new QueryClient()
    client.setQueryData(listKey(state), list('1'))
    const isOld = () => client.getQueryState(listKey(state))?.isInvalidated
    subscribePresence(client, { userId: '1', state })
    expect(isOld()).toBe(false)
    subscribePresence(client, { userId: '2', state })
    expect(isOld()).toBe(true)
  },
)
