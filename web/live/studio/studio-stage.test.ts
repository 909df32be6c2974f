import { expect, it } from 'vitest'
import { earnedInAll, studioStage } from './studio-stage.ts'

const arriving = { source: 'browser', isOnAir: true } as const
const gone = { source: 'browser', isOnAir: false } as const

it('prepares where no room runs', () => {
  expect(studioStage(null, null)).toBe('prepare')
  expect(studioStage(null, true)).toBe('prepare')
})

it('goes on after a reload, and never takes a picture that arrives from another page', () => {
  expect(studioStage(gone, null)).toBe('onAir')
  expect(studioStage(arriving, null)).toBe('elsewhere')
  expect(studioStage(arriving, true)).toBe('onAir')
})

it('leaves a room alone that another page took, also while its media is gone', () => {
  expect(studioStage(gone, false)).toBe('elsewhere')
})

it('shows an encoder’s room on every page', () => {
  expect(studioStage({ source: 'encoder', isOnAir: true }, false)).toBe('onAir')
})

it('adds up every kind of earning', () => {
  const earned = { watch: 1, liveCall: 20, comments: 300, presents: 4_000, menus: 50_000 }
  expect(earnedInAll({ earned } as Parameters<typeof earnedInAll>[0])).toBe(54_321)
})
