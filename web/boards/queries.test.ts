import { expect, it } from 'vitest'
import type { BoardPost } from '#contract/boards/boards.ts'
import { withNewer } from './queries.ts'

const page = (...numbers: number[]) => ({
  posts: numbers.map((number) => ({ number }) as BoardPost),
  more: false,
})

it('adds those newer posts that are not there yet', () => {
  const data = { pages: [page(2, 3)], pageParams: [0] }
  const both = withNewer(data, page(4, 5))
  expect(both).toEqual({ pages: [page(2, 3), page(4, 5)], pageParams: [0, 3] })
  expect(withNewer(both, page(4, 5))).toBe(both)
  expect(withNewer(both, page(5, 6))).toEqual({ pages: [...both.pages, page(6)], pageParams: [0, 3, 5] })
})
