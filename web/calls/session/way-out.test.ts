import { describe, expect, it } from 'vitest'
import type { CallSnapshot } from '#contract/calls/calls.ts'
import { cameInBetween, wayOut } from './way-out.ts'

const profile = '/profile/unbroadcaster/10000001'
const chat = '/chat/10000001'

const from = (before: string | null, staysPut = false) =>
  wayOut({ before, to: profile, pages: [profile, chat], staysPut })

describe('the way out of a call screen', () => {
  it.each([profile, chat])('goes back to %s, so that no page stands twice in the history', (before) => {
    expect(from(before)).toEqual({ way: 'back' })
  })

  it.each([null, '/', '/chat/10000002'])('shows the profile in place of the call after %s', (before) => {
    expect(from(before)).toEqual({ way: 'replace', to: profile })
  })

  it('goes back to any page that the call came in between', () => {
    expect(from('/', true)).toEqual({ way: 'back' })
  })

  it.each([null, '/incoming/video-call/10000002', '/profile/video-call-broadcaster/10000002'])(
    'never goes back to a page of another call, nor to one that is unknown: %s',
    (before) => {
      expect(from(before, true)).toEqual({ way: 'replace', to: profile })
    },
  )
})

describe('a call that came in between', () => {
  const call = (change: Partial<CallSnapshot>) =>
    ({ dialled: false, connectedAt: null, ...change }) as CallSnapshot
  const ended = { name: 'ended', info: {} as never } as const

  it('was declined, given up, or is continued elsewhere', () => {
    expect(cameInBetween({ name: 'left' }, call({}))).toBe(true)
    expect(cameInBetween({ name: 'elsewhere' }, call({ dialled: true }))).toBe(true)
  })

  it('rang here and was never connected', () => {
    expect(cameInBetween(ended, call({}))).toBe(true)
    expect(cameInBetween(ended, call({ dialled: true }))).toBe(false)
    expect(cameInBetween(ended, call({ connectedAt: '2026-11-20T12:05:00.000Z' }))).toBe(false)
    expect(cameInBetween(ended, null)).toBe(false)
  })
})
