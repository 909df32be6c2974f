import { expect, test } from 'vitest'
import { thumbnailPosition } from './crop-preview.ts'

test('the window shows the top square of the cut-out', () => {
  const place = thumbnailPosition(
    { x: 100, y: 50, width: 400, height: 500 },
    { width: 1000, height: 800 },
    80,
  )
  expect(place).toEqual({ width: 200, height: 160, left: -20, top: -10 })
})
