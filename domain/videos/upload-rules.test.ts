import { expect, test } from 'vitest'
import { videoBytesMax, videoPartBytesMax, videoPartBytesMin } from '#contract/videos/videos.ts'
import { decidePart, decideUpload } from './upload-rules.ts'

test('a video has 500 MB at most, and a member two at once', () => {
  expect(decideUpload(videoBytesMax, 1)).toBeNull()
  expect(decideUpload(videoBytesMax + 1, 0)).toEqual({ refused: 'videoTooLarge' })
  expect(decideUpload(1, 2)).toEqual({ refused: 'videoTooMany' })
})

const receiving = { state: 'receiving', bytes: 5_000_000, received: 1_000_000 } as const

test('the next part is taken, and the last one may be short', () => {
  expect(decidePart(receiving, { offset: 1_000_000, bytes: videoPartBytesMin })).toEqual({ isLast: false })
  expect(decidePart(receiving, { offset: 1_000_000, bytes: 4_000_000 })).toEqual({ isLast: true })
  expect(decidePart({ ...receiving, received: 4_999_999 }, { offset: 4_999_999, bytes: 1 })).toEqual({
    isLast: true,
  })
})

test.each([
  ['a part that came before', receiving, { offset: 0, bytes: videoPartBytesMin }, 'videoOffsetWrong'],
  [
    'a part with a gap before it',
    receiving,
    { offset: 1_000_001, bytes: videoPartBytesMin },
    'videoOffsetWrong',
  ],
  [
    'a part of what has arrived',
    { ...receiving, state: 'waiting' },
    { offset: 1_000_000, bytes: 1 },
    'videoOffsetWrong',
  ],
  ['more than was announced', receiving, { offset: 1_000_000, bytes: 4_000_001 }, 'badInput'],
  ['an empty part', receiving, { offset: 1_000_000, bytes: 0 }, 'badInput'],
  ['a small part in between', receiving, { offset: 1_000_000, bytes: videoPartBytesMin - 1 }, 'badInput'],
  [
    'a huge part',
    { ...receiving, bytes: 9e8 },
    { offset: 1_000_000, bytes: videoPartBytesMax + 1 },
    'badInput',
  ],
] as const)('refuses %s', (_, arriving, part, refused) => {
  expect(decidePart(arriving, part)).toEqual({ refused })
})
