// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closePages, type FakeAnswers, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { runningCall } from '../session/call-storage.ts'
import { PostCallModals } from './post-call-modals.tsx'
import { useMissedEnd } from './use-missed-end.ts'

afterEach(closePages)
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const Page = () => {
  useMissedEnd()
  return <PostCallModals />
}

const call = {
  callId: 'call-1',
  kind: 'video',
  origin: 'direct',
  phase: 'ended',
  role: 'caller',
  dialled: true,
  partner: { id: '10000001', name: 'みお', avatarId: null },
  ratePointsPerMin: 200,
  requestedAt: '2026-11-20T12:04:50.000Z',
  connectedAt: '2026-11-20T12:05:00.000Z',
  endedAt: new Date().toISOString(),
  endReason: 'connectionLost',
  callDurationSec: 151,
  reconnecting: null,
  charged: 520,
}

const open = (ended: object = {}) => {
  const answers: FakeAnswers = {
    '/api/get-call': { body: { type: 'success', call: { ...call, ...ended } } },
    '/api/get-partner-info': {
      body: { type: 'success', userName: 'みお', avatarId: null, bookmark: false },
    },
    '/api/get-my-point': { body: { type: 'success', point: 300 } },
  }
  return openPage(<Page />, { session: memberSession, answers })
}
const dialog = () => document.querySelector('dialog')?.textContent ?? ''

describe('a call that ended after its tab was closed', () => {
  it('shows its end and asks for the review on the next page, once', async () => {
    runningCall.store('call-1', 'closed-tab')
    const page = await open()
    await page.until(() => expect(dialog()).toContain('みおさんとの通話はいかがでしたか？'))
    expect(runningCall.callId()).toBeNull()
  })

  it('shows nothing while it still runs, and leaves that to the page that has it', async () => {
    runningCall.store('call-1', 'other-tab')
    const page = await open({ phase: 'inCall', endReason: null, endedAt: null })
    await page.until(() => expect(page.asked.map(({ path }) => path)).toContain('/api/get-call'))
    expect(dialog()).toBe('')
    expect(runningCall.callId()).toBe('call-1')
  })

  it('is no news after half a day', async () => {
    runningCall.store('call-1', 'closed-tab')
    const page = await open({ endedAt: '2026-11-20T12:07:31.000Z' })
    await page.until(() => expect(runningCall.callId()).toBeNull())
    expect(dialog()).toBe('')
  })
})
