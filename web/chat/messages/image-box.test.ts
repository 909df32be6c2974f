import { expect, it } from 'vitest'
import { imageBox } from './image-box.ts'

it.each([
  ['a landscape', 1600, 1200, { width: 220, height: 165 }],
  ['a portrait', 1200, 1600, { width: 210, height: 280 }],
  ['a small one, as large as others', 80, 60, { width: 220, height: 165 }],
  ['a panorama, cut', 8000, 500, { width: 220, height: 88 }],
  ['a long screenshot, cut', 400, 9000, { width: 88, height: 280 }],
  ['one whose size nobody knows', 0, 0, { width: 220, height: 220 }],
])('reserves the space of %s', (_, width, height, box) => {
  expect(imageBox(width, height)).toEqual(box)
})
