import { expect, it } from 'vitest'
import { quoteParts } from './quotes.ts'

it('finds references to posts, in either width', () => {
  expect(quoteParts('>>3 と ＞＞12さん、同感です')).toEqual([
    { text: '>>3', number: 3 },
    { text: ' と ', number: null },
    { text: '＞＞12', number: 12 },
    { text: 'さん、同感です', number: null },
  ])
})

it('leaves everything else as it is', () => {
  for (const text of ['', 'a > b', '>> 3', '>3', '>>あ']) {
    expect(quoteParts(text).map(({ number }) => number)).toEqual(text === '' ? [] : [null])
    expect(
      quoteParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  }
})

it('makes at most 20 references of a text', () => {
  const parts = quoteParts('>>1 '.repeat(250))
  expect(parts.filter(({ number }) => number !== null)).toHaveLength(20)
  expect(parts.map((part) => part.text).join('')).toBe('>>1 '.repeat(250))
})
