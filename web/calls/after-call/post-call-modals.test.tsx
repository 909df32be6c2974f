// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { parseCallEndedInfo } from '#domain/calls/post-call.ts'
import { SafetyCenter } from '#web/safety/safety-center.tsx'
import { closeSafety } from '#web/safety/safety-control.ts'
import {
  buttonsOf,
  closePages,
  type FakeAnswers,
  memberSession,
  nameOf,
  openPage,
  typeInto,
} from '#web/session/testing/fake-page.tsx'
import { callStorage } from '../session/call-storage.ts'
import { PostCallModals } from './post-call-modals.tsx'

const mio = '10000001'

/** The five fields of Specification 3, and nothing else. */
const info = {
  type: 'others',
  message: 'ビデオ通話を終了しました。',
  partnerId: mio,
  callDurationSec: 12,
  callType: 'videoCallFromOutgoing',
}

const endedMeanwhile = {
  ...{ callId: '5f0c9a50-0a39-4c9e-8a25-0f4a0a6d7a11', kind: 'video', origin: 'direct', phase: 'ended' },
  ...{ role: 'caller', dialled: true, partner: { id: mio, name: 'みお', avatarId: null } },
  ...{ ratePointsPerMin: 200, requestedAt: '2026-11-20T12:04:50.000Z' },
  ...{ connectedAt: '2026-11-20T12:05:00.000Z', endedAt: '2026-11-20T12:06:15.000Z' },
  ...{ endReason: 'byBroadcaster', callDurationSec: 75, reconnecting: null, charged: 260 },
}

/** What the offer of a call needs of a profile. */
const profileOnStandby = {
  type: 'success',
  user: { role: 'broadcaster', state: 'standby', rates: { video: 240, voice: 140 }, callable: true },
}

const ranOut = 'ポイントがなくなったため、通話を終了しました。'

const answers: FakeAnswers = {
  '/api/get-partner-info': {
    body: { type: 'success', userName: 'みお', avatarId: 'portrait-of-mio', bookmark: false },
  },
  '/api/add-block': { body: { type: 'success' } },
  '/api/get-my-point': { body: { type: 'success', point: 300 } },
}

const modals = (
  <>
    <PostCallModals />
    <SafetyCenter />
  </>
)

// Vitest runs the afterEach hook that was registered last first.
afterEach(closeSafety)
afterEach(closePages)

const open = (stored: object, more: FakeAnswers = {}) => {
  sessionStorage.setItem('callEndedInfo', JSON.stringify(stored))
  return openPage(modals, { session: memberSession, answers: { ...answers, ...more } })
}

const dialogTexts = () => [...document.querySelectorAll('dialog')].map(({ textContent }) => textContent)
const shownTexts = () => [...document.querySelectorAll('dialog[open]')].map(({ textContent }) => textContent)
const links = () =>
  [...document.querySelectorAll('dialog a')].map((link) => [nameOf(link), link.getAttribute('href')])
const names = () => buttonsOf().map(nameOf)

describe('the modal after a call', () => {
  it('opens with the five specified fields, and shows name and picture from the partner info', async () => {
    const page = await open(info)
    await page.until(() => expect(dialogTexts()[0]).toContain('みお'))
    expect(dialogTexts()[0]).toContain('通話が終わりました')
    expect(dialogTexts()[0]).toContain(info.message)
    expect(document.querySelector('dialog img')?.getAttribute('src')).toContain('portrait-of-mio')
    expect(page.requests).toContainEqual({
      path: '/api/get-partner-info',
      body: { myId: memberSession.user.id, partnerId: mio },
    })
  })

  it('asks for a review first from 60 s on, with the same five fields', async () => {
    const page = await open({ ...info, callDurationSec: 60 })
    await page.until(() => expect(dialogTexts()[0]).toContain('みおさんとの通話はいかがでしたか？'))
    await page.press('今はしない')
    await page.until(() => expect(dialogTexts()[0]).toContain('通話が終わりました'))
  })

  it('leads to the chat, and to the points below, after an ordinary end', async () => {
    const page = await open(info)
    await page.until(() => expect(links()).toHaveLength(2))
    expect(links()).toEqual([
      ['メッセージを送る', `/chat/${mio}`],
      ['ポイント購入', '/purchase?back=%2Fprofile%2Funbroadcaster%2Fpc%2F10000001'],
    ])
    expect(names()).toContain('お気に入り')
  })

  it.each([
    ['pointless', 'ポイントを購入する', '/purchase?back=%2Fprofile%2Funbroadcaster%2Fpc%2F10000001'],
    ['withChatButton', 'メッセージを送る', `/chat/${mio}`],
  ])('shows the button of type %s above the favourite toggle', async (type, label, path) => {
    const page = await open({ ...info, type })
    await page.until(() => expect(links()[0]).toEqual([label, path]))
    expect(names().indexOf(label)).toBeLessThan(names().indexOf('お気に入り'))
  })

  it('leads from a random call to the next member, at its highest price', async () => {
    const page = await open({ ...info, isConnected: true, isRandom: true })
    await page.until(() => expect(links()[0]?.[1]).toBe('/outgoing/video-call?random=1'))
    expect(links()[0]?.[0]).toMatch(/^次の人と話す最大200pt/)
  })

  it('offers to call a partner on standby again, with the price', async () => {
    const page = await open(info, { '/api/get-user-inf-for-web': { body: profileOnStandby } })
    await page.until(() =>
      expect(links()).toContainEqual([
        expect.stringContaining('かけ直す240pt/分'),
        `/outgoing/video-call?partnerId=${mio}`,
      ]),
    )
  })

  it('says before the review that points ran out, and leads to new ones without another modal', async () => {
    const page = await open({ ...info, type: 'pointless', message: ranOut, callDurationSec: 75 })
    await page.until(() => expect(dialogTexts()[0]).toContain('通話はいかがでしたか？'))
    expect(dialogTexts()[0]).toContain(ranOut)
    await page.press('ポイントをチャージ')
    await page.until(() => expect(page.router.state.location.pathname).toBe('/purchase'))
    expect(dialogTexts()).toEqual([])
    expect(sessionStorage.getItem('callEndedInfo')).toBeNull()
  })

  it('is not shown again by the next page when it was not closed', async () => {
    const first = await open(info)
    await first.until(() => expect(dialogTexts()[0]).toContain('通話が終わりました'))
    const stored = { ...sessionStorage }
    await closePages()
    Object.assign(sessionStorage, stored)
    const next = await openPage(modals, { session: memberSession, answers })
    await next.until(() => expect(sessionStorage.getItem('callEndedInfo')).toBeNull())
    expect(dialogTexts()).toEqual([])
  })

  it('shows a call that ended while no page was open, review first, and marks it as seen', async () => {
    const unseen = {
      '/api/get-unseen-call-end': { body: { type: 'success', call: endedMeanwhile } },
      '/api/mark-call-end-seen': { body: { type: 'success' } },
    }
    const page = await openPage(modals, { session: memberSession, answers: { ...answers, ...unseen } })
    await page.until(() => expect(dialogTexts()[0]).toContain('みおさんとの通話はいかがでしたか？'))
    await page.press('今はしない')
    await page.until(() => expect(dialogTexts()[0]).toContain('お相手が通話を終了しました。'))
    const marks = page.requests.filter(({ path }) => path === '/api/mark-call-end-seen')
    expect(marks).toEqual([{ path: '/api/mark-call-end-seen', body: { callId: endedMeanwhile.callId } }])
  })

  it('says that the partner info failed to load, and stays open behind the alert', async () => {
    const page = await open(info, {
      '/api/get-partner-info': {
        status: 404,
        body: { type: 'error', code: 'partnerUnavailable', message: '退会しています' },
      },
    })
    await page.until(() => expect(dialogTexts()[1]).toContain('ユーザー情報の取得に失敗しました。'))
    await page.press('OK')
    expect(dialogTexts()).toHaveLength(1)
    expect(dialogTexts()[0]).toContain('通話が終わりました')
  })

  it.each([
    ['review', 75],
    ['call-ended', 12],
  ])('offers to block from the %s modal, and closes after the block', async (_, callDurationSec) => {
    const page = await open({ ...info, callDurationSec })
    await page.until(() => expect(names()).toContain('ブロック・通報'))
    await page.press('ブロック・通報')
    await page.until(() => expect(dialogTexts().join()).toContain('お互いに見えなくなり、連絡できません'))
    await page.pressElement(buttonsOf().find((button) => nameOf(button).startsWith('ブロックする')))
    await page.press('ブロックする')
    await page.until(() => expect(dialogTexts()).toEqual([]))
    expect(page.requests).toContainEqual({ path: '/api/add-block', body: { partnerId: mio } })
    expect(sessionStorage.getItem('callEndedInfo')).toBeNull()
  })
})

describe('the modals after a call, where a call rings', () => {
  const goTo = (page: Awaited<ReturnType<typeof open>>, path: string) =>
    act(async () => page.router.navigate(path))
  const ringPage = '/incoming/video-call/10000002'

  it('make way for the ring, and are on the page after it as they were', async () => {
    const page = await open({ ...info, callDurationSec: 60 })
    await page.until(() => expect(shownTexts()[0]).toContain('通話はいかがでしたか？'))
    const field = () => document.querySelector('textarea') ?? undefined
    await typeInto(field(), 'とても楽しい時間でした。')
    await goTo(page, ringPage)
    expect(shownTexts()).toEqual([])
    await goTo(page, '/')
    expect(shownTexts()[0]).toContain('通話はいかがでしたか？')
    expect(field()?.value).toBe('とても楽しい時間でした。')
  })

  it('show afterwards how the call that was answered meanwhile ended', async () => {
    const page = await open(info)
    await page.until(() => expect(shownTexts()[0]).toContain(info.message))
    await goTo(page, ringPage)
    const second = parseCallEndedInfo(
      JSON.stringify({ ...info, partnerId: '10000002', message: '音声通話を終了しました。' }),
    )
    if (second) await act(async () => callStorage.storeCallEnded(second))
    await goTo(page, '/')
    expect(shownTexts()[0]).toContain(info.message)
    await page.press('閉じる')
    await page.until(() => expect(shownTexts()[0]).toContain('音声通話を終了しました。'))
    await page.press('閉じる')
    await page.until(() => expect(shownTexts()).toEqual([]))
    expect(callStorage.callEnded()).toBeNull()
  })
})
