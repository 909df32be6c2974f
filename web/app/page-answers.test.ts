// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { seedAnswers } from './page-answers.ts'

const withAnswers = (text: string): QueryClient => {
  const element = document.createElement('script')
  element.id = 'answers'
  element.type = 'application/json'
  element.textContent = text
  document.head.append(element)
  const queries = new QueryClient()
  seedAnswers(queries)
  return queries
}

afterEach(() => document.head.replaceChildren())

const key = ['people', 'list', 'standby', 60, null]
const entries = [[key, { users: [], total: 0 }]]

it('shows the answers of the page, as old as they are', () => {
  const atMs = Date.now() - 20_000
  const queries = withAnswers(JSON.stringify({ entries, atMs }))
  expect(queries.getQueryState(key)).toMatchObject({ data: { users: [], total: 0 }, dataUpdatedAt: atMs })
  expect(queries.getQueryCache().findAll()).toHaveLength(1)
})

it('never takes them for newer than now', () => {
  const queries = withAnswers(JSON.stringify({ entries, atMs: Date.now() + 3_600_000 }))
  expect(queries.getQueryState(key)?.dataUpdatedAt).toBeLessThanOrEqual(Date.now())
})

it.each(['', '{'])('goes without them in any other page: %j', (text) => {
  expect(withAnswers(text).getQueryCache().findAll()).toEqual([])
})
