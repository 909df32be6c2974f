import { expect, it } from 'vitest'
import { untilLoaded } from './lazy-part.ts'

it('tries again after each rest, and never fails', async () => {
  const steps: string[] = []
  const load = async () => {
    steps.push('load')
    if (steps.length < 5) throw new TypeError('Failed to fetch dynamically imported module')
    return 'part'
  }
  const rest = async () => void steps.push('rest')
  expect(await untilLoaded(load, rest)).toBe('part')
  expect(steps).toEqual(['load', 'rest', 'load', 'rest', 'load'])
})
