import { expect, it } from 'vitest'
import { placeText, watermarkPlace } from './watermark-place.ts'

const places = Array.from({ length: 300 }, (_, second) => watermarkPlace(second))

it('the watermark stays in the picture and moves slowly', () => {
  for (const [second, { across, down }] of places.entries()) {
    for (const part of [across, down]) expect(part >= 0 && part <= 1).toBe(true)
    const next = watermarkPlace(second + 1)
    expect(Math.max(Math.abs(next.across - across), Math.abs(next.down - down))).toBeLessThan(0.25)
  }
})

it('it comes to every part of the picture within two minutes', () => {
  const parts = new Set(
    places.slice(0, 120).map(({ across, down }) => `${Math.round(across)} ${Math.round(down)}`),
  )
  expect(parts.size).toBe(4)
})

it('a place is the second that has begun', () => {
  expect([0, 59.9, 60, 299.99].map(placeText)).toEqual(['0:00', '0:59', '1:00', '4:59'])
})
