import { expect, test } from 'vitest'
import { instantOf, localOf } from './local-time.ts'

test('times are Japanese, there and back', () => {
  expect(instantOf('2026-12-01T00:00')).toBe('2026-11-30T15:00:00.000Z')
  expect(localOf('2026-11-30T15:00:00.000Z')).toBe('2026-12-01T00:00')
})
