import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { peopleKey } from '#web/shell/query-keys.ts'
import { patchPerson } from './queries.ts'

const profileKey = [...peopleKey, 'profile', '1', null]
const profile = (bookmark: boolean) => ({ id: '1', bookmark })
const bookmarkIn = (client: QueryClient) => client.getQueryData<{ bookmark: boolean }>(profileKey)?.bookmark

test('an answer that was requested before a favourite was changed does not bring the old one back', async () => {
  const client = new QueryClient()
  client.setQueryData(profileKey, profile(true))
  const old = Promise.withResolvers<ReturnType<typeof profile>>()
  const queryFn = vi.fn().mockReturnValueOnce(old.promise).mockResolvedValue(profile(false))
  const stop = new QueryObserver(client, { queryKey: profileKey, queryFn }).subscribe(() => undefined)
  expect(queryFn).toHaveBeenCalledOnce()

  patchPerson(client, '1', { bookmark: false })
  expect(bookmarkIn(client)).toBe(false)
  old.resolve(profile(true))
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(bookmarkIn(client)).toBe(false)
  expect(queryFn).toHaveBeenCalledTimes(2)
  stop()
})

test('a change of presence requests nothing again', async () => {
  const client = new QueryClient()
  client.setQueryData(profileKey, profile(true))
  const answer = Promise.withResolvers<ReturnType<typeof profile>>()
  const queryFn = vi.fn().mockReturnValue(answer.promise)
  const stop = new QueryObserver(client, { queryKey: profileKey, queryFn }).subscribe(() => undefined)
  patchPerson(client, '1', { state: 'standby' })
  answer.resolve(profile(true))
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(queryFn).toHaveBeenCalledOnce()
  stop()
})
