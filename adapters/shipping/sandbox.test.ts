import { expect, test } from 'vitest'
import { createSandboxShipping, sandboxCode, sandboxDeliveryMs, sandboxTransitMs } from './sandbox.ts'

test('a code has its documented format, is the same for the same parcel, and differs between parcels', () => {
  const code = sandboxCode('a', 'parcel')
  expect(code).toMatch(/^KT-\d{4}-\d{4}-\d{4}$/)
  expect(sandboxCode('a', 'parcel')).toBe(code)
  expect(new Set(['a', 'b', 'c', 'd'].map((id) => sandboxCode(id, 'post'))).size).toBe(4)
  expect(sandboxCode('a', 'post')).toMatch(/^KP-/)
})

test('a parcel moves on by the clock alone', async () => {
  let now = 0
  const shipping = createSandboxShipping({ now: () => now })
  const states: unknown[] = []
  for (now of [0, sandboxTransitMs, sandboxDeliveryMs - 1, sandboxDeliveryMs])
    states.push(await shipping.track({ code: 'KT', handedInAt: 0 }))
  expect(states).toEqual(['accepted', 'inTransit', 'inTransit', 'delivered'])
})
