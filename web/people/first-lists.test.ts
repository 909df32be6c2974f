// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { seedFirstLists } from './first-lists.ts'

const withLists = (text: string): QueryClient => {
  const element = document.createElement('script')
  element.id = 'first-lists'
  element.type = 'application/json'
  element.textContent = text
  document.head.append(element)
  const queryClient = new QueryClient()
  seedFirstLists(queryClient)
  return queryClient
}

afterEach(() => document.head.replaceChildren())

const standby = ['people', 'list', 'standby', 60, null]
const home = { standby: { users: [], total: 0 }, live: [] }

it('shows the lists of the page to a visitor alone, as old as they are', () => {
  const atMs = Date.now() - 20_000
  const queryClient = withLists(JSON.stringify({ ...home, atMs }))
  expect(queryClient.getQueryState(standby)).toMatchObject({ data: home.standby, dataUpdatedAt: atMs })
  expect(queryClient.getQueryData(['people', 'list', 'live', null])).toMatchObject({ users: [] })
  expect(queryClient.getQueryCache().findAll()).toHaveLength(2)
})

it('never takes them for newer than now', () => {
  const atMs = Date.now() + 3_600_000
  const queryClient = withLists(JSON.stringify({ ...home, atMs }))
  expect(queryClient.getQueryState(standby)?.dataUpdatedAt).toBeLessThanOrEqual(Date.now())
})

it.each(['', '{'])('goes without them in any other page: %j', (text) => {
  expect(withLists(text).getQueryCache().findAll()).toEqual([])
})
