import { expect, it } from 'vitest'
import { pageOfHistory } from './point-history.ts'

const line = (firstId: number, lastId = firstId) => ({ firstId, lastId })

it('gives pages of whole lines, until there are no more', () => {
  const lines = [line(9), line(5, 8), line(4)]
  expect(pageOfHistory(lines, 2, false)).toEqual({ lines: [line(9), line(5, 8)], next: 5 })
  expect(pageOfHistory([line(4)], 2, false)).toEqual({ lines: [line(4)], next: null })
  expect(pageOfHistory([], 2, false)).toEqual({ lines: [], next: null })
})

it('takes the purchase that lies between the charges of a call, once', () => {
  const [call, purchase, before] = [line(10, 14), line(12), line(3)]
  expect(pageOfHistory([call, purchase, before], 1, false)).toEqual({ lines: [call, purchase], next: 10 })
})

it('leaves the oldest line to the next page where it may be incomplete', () => {
  expect(pageOfHistory([line(20), line(7, 15)], 20, true)).toEqual({ lines: [line(20)], next: 20 })
  // A single line that fills everything that was read is shown as far as it was read.
  expect(pageOfHistory([line(7, 15)], 20, true)).toEqual({ lines: [line(7, 15)], next: 7 })
})
