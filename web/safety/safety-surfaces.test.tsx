// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import type { PersonCard } from '#contract/people/people.ts'
import { PersonCards } from '#web/home/person-cards.tsx'
import { ReceiptRows } from '#web/receipts/receipt-list.tsx'
import { buttonsOf, closePages, memberSession, nameOf, openPage } from '#web/session/testing/fake-page.tsx'

afterEach(closePages)

const names = () => buttonsOf().map(nameOf)
const person = (id: string, name: string): PersonCard => ({
  id,
  role: 'broadcaster',
  name,
  age: 27,
  region: '東京',
  avatarId: null,
  state: 'standby',
  rating: { average: 4.8, count: 8 },
  tags: ['聞き上手'],
  rates: { video: 200, voice: 140 },
  isNew: false,
  nextStandbyAt: null,
  bookmark: false,
})

describe('the safety control', () => {
  it.each([
    ['a member', memberSession],
    ['a visitor', null],
  ])('is on every card for %s, and names the member', async (_, session) => {
    await openPage(<PersonCards people={[person('10000001', 'みお'), person('10000002', 'ひより')]} />, {
      session,
    })
    expect(names()).toContain('みおさんをブロック・通報')
    expect(names()).toContain('ひよりさんをブロック・通報')
  })

  it('is on every receipt of the list', async () => {
    const partner = { id: '10000001', name: 'みお', avatarId: null }
    const line = {
      callId: '5f0c9a50-0a39-4c9e-8a25-0f4a0a6d7a11',
      kind: 'video',
      role: 'caller',
      partner,
      startedAt: '2026-11-20T12:05:00.000Z',
      connectedSec: 60,
      endReason: 'byCaller',
      points: 200,
      earned: null,
    }
    const page = await openPage(<ReceiptRows side="caller" />, {
      session: memberSession,
      answers: { '/api/get-receipts': { body: { type: 'success', receipts: [line], more: false } } },
    })
    await page.until(() => expect(names()).toContain('みおさんをブロック・通報'))
  })
})
