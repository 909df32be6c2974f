import { expect, it } from 'vitest'
import { readBoardAddress, writeBoardAddress } from './board-address.ts'

it('reads what it wrote', () => {
  const filters = { category: 'night', words: '眠れない 曲', order: 'new', isMine: true } as const
  expect(readBoardAddress(writeBoardAddress(filters))).toEqual(filters)
})

it('writes nothing of the usual list, and reads anything as a list', () => {
  const usual = { category: null, words: '', order: 'active', isMine: false } as const
  expect(`${writeBoardAddress(usual)}`).toBe('')
  expect(readBoardAddress(new URLSearchParams('order=best&mine=2&category='))).toEqual(usual)
})
