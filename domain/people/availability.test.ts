import { expect, it } from 'vitest'
import { decideAvailabilityRequest } from './availability.ts'

it('accepts 20 open requests of a caller, and the same one again at any time', () => {
  expect(decideAvailabilityRequest({ open: 19, isOpen: false })).toBeNull()
  expect(decideAvailabilityRequest({ open: 20, isOpen: false })).toEqual({ refused: 'availabilityTooMany' })
  expect(decideAvailabilityRequest({ open: 20, isOpen: true })).toBeNull()
})
