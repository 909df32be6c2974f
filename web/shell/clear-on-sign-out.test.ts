import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Session } from '#contract/account/account.ts'
import { createAuthClient } from '#web/session/auth-client.ts'
import { clearOnSignOut } from './clear-on-sign-out.ts'
import { createQueryClient } from './query.ts'

const sessionOf = (id: string, token = 'token'): Session => ({
  user: { id, token, name: '太郎', isFirstRegister: false },
  expires: '2026-12-20T12:00:00.000Z',
})
const key = ['points', 'balance']

/** A page used by `before`, then by `after`: what the cache still has of the first one's balance. */
const balanceAfter = (before: Session | null | undefined, after: Session | null): unknown => {
  const queryClient = createQueryClient()
  const client = createAuthClient()
  clearOnSignOut(queryClient, client)
  client.seed(before)
  queryClient.setQueryData(key, 1_000)
  client.seed(after)
  return queryClient.getQueryData(key)
}

test.each([
  ['another member', sessionOf('20000001'), sessionOf('20000002')],
  ['nobody', sessionOf('20000001'), null],
  ['a member after a visitor', null, sessionOf('20000001')],
])('clears the cache when the page passes to %s', (_, before, after) => {
  expect(balanceAfter(before, after)).toBeUndefined()
})

test('what a visitor sees stays, and is fetched again, when the visitor becomes a member', async () => {
  const queryClient = createQueryClient()
  const client = createAuthClient()
  clearOnSignOut(queryClient, client)
  client.seed(null)
  const answers = ['to a visitor', 'to a member']
  const list = new QueryObserver(queryClient, {
    queryKey: ['people'],
    queryFn: async () => answers.shift() ?? '',
  })
  const seen: unknown[] = []
  const stop = list.subscribe(({ data }) => seen.push(data))
  await vi.waitFor(() => expect(seen).toContain('to a visitor'))
  client.seed(sessionOf('20000001'))
  await vi.waitFor(() => expect(seen).toContain('to a member'))
  expect(seen.slice(seen.indexOf('to a visitor'))).not.toContain(undefined)
  stop()
})

test.each([
  ['a renewed session', sessionOf('20000001'), sessionOf('20000001', 'renewed')],
  ['the first word of who it is', undefined, sessionOf('20000001')],
])('it stays with %s', (_, before, after) => {
  expect(balanceAfter(before, after)).toBe(1_000)
})
