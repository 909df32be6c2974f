import { describe, expect, it } from 'vitest'
import { type CallRole, callRoles, endReasons } from '#contract/calls/calls.ts'
import { callTextsFor, callTypeOf, callTypes, callTypeTable, endMessage } from './texts.ts'

const video = {
  kind: 'video',
  origin: 'direct',
  dialled: true,
  connectedAt: '2026-11-20T12:05:00.000Z',
} as const

describe('the nine call types', () => {
  it('cost 200 for video, live and side-watch and 140 for voice (Specification 9)', () => {
    const prices = Object.fromEntries(callTypes.map((type) => [type, callTypeTable[type].pricePointsPerMin]))
    expect(prices).toEqual({
      videoCallFromStandby: 200,
      live: 200,
      sideWatch: 200,
      videoCallFromOutgoing: 200,
      voiceCallFromOutgoing: 140,
      videoChatFromOutgoing: 200,
      videoCallFromIncoming: 200,
      videoChatFromIncoming: 200,
      voiceCall: 140,
    })
  })

  it.each(callTypes.flatMap((type) => callRoles.map((role) => [type, role] as const)))(
    '%s has all its texts for the %s',
    (type, role) => {
      const texts = callTextsFor(type, role)
      for (const text of Object.values(texts)) expect(text).toMatch(/[ぁ-んァ-ヶ一-龠]/)
      // A question, and what follows from a yes: the two halves of the modal.
      expect(texts.stopModal).toMatch(/^[^？]+？[^？]+$/)
      expect(new Set([texts.endedBeforeCall, texts.endedByBroadcaster, texts.endedByCaller]).size).toBe(3)
    },
  )

  it('tell the payer before the call from when on it is charged; the screen shows the price', () => {
    const paying = callTypes.filter((type) => type !== 'live' && type !== 'sideWatch')
    for (const type of paying) {
      expect(callTypeTable[type].caller.prompt).toMatch(/届いてからポイントがかかります。$/)
    }
    for (const type of callTypes) expect(callTypeTable[type].broadcaster.prompt).not.toContain('ポイント')
  })

  it('never mention points that the broadcaster would pay or buy', () => {
    for (const type of callTypes) {
      const { endedBeforeCall, endedByBroadcaster, endedByCaller, stopModal } =
        callTypeTable[type].broadcaster
      expect(`${endedBeforeCall}${endedByBroadcaster}${endedByCaller}${stopModal}`).not.toContain('ポイント')
    }
    for (const reason of endReasons) {
      expect(endMessage(reason, { ...video, role: 'broadcaster' })).not.toContain('ポイント')
    }
  })

  it('differ by kind and by who dialled', () => {
    expect(callTypeOf({ kind: 'video', origin: 'direct', dialled: true })).toBe('videoCallFromOutgoing')
    expect(callTypeOf({ kind: 'voice', origin: 'direct', dialled: true })).toBe('voiceCallFromOutgoing')
    expect(callTypeOf({ kind: 'video', origin: 'direct', dialled: false })).toBe('videoCallFromIncoming')
    expect(callTypeOf({ kind: 'voice', origin: 'direct', dialled: false })).toBe('voiceCall')
    expect(callTypeOf({ kind: 'video', origin: 'standby', dialled: true })).toBe('videoCallFromStandby')
    expect(callTypeOf({ kind: 'video', origin: 'random', dialled: false })).toBe('videoCallFromStandby')
    expect(callTypeOf({ kind: 'video', origin: 'live', dialled: true })).toBe('videoChatFromOutgoing')
    expect(callTypeOf({ kind: 'video', origin: 'live', dialled: false })).toBe('videoChatFromIncoming')
    expect(callTypeOf({ kind: 'video', origin: 'sideWatch', dialled: true })).toBe('sideWatch')
  })
})

describe('how a call ended', () => {
  it.each([
    ['byCaller', 'caller', 'ビデオ通話を終了しました。'],
    ['byBroadcaster', 'caller', 'お相手が通話を終了しました。'],
    ['byCaller', 'broadcaster', 'お相手が通話を終了しました。'],
    ['byBroadcaster', 'broadcaster', 'ビデオ通話を終了しました。'],
  ] as const)('%s, as the %s reads it', (reason, role: CallRole, text) => {
    expect(endMessage(reason, { ...video, role })).toBe(text)
  })

  it('says that nothing was charged when it ended before media arrived', () => {
    const message = endMessage('byBroadcaster', { ...video, connectedAt: null, role: 'caller' })
    expect(message).toBe('ビデオ通話がつながる前に終了しました。ポイントはかかっていません。')
  })

  it('distinguishes running out of points from too few points to begin', () => {
    expect(endMessage('pointless', { ...video, role: 'caller' })).toBe(
      'ポイントがなくなったため、通話を終了しました。',
    )
    expect(endMessage('pointless', { ...video, connectedAt: null, role: 'caller' })).toContain('必要です')
  })

  it('calls a visit of a live room by its word', () => {
    const visit = { ...video, origin: 'sideWatch', role: 'caller' } as const
    // Nothing rings before a visit.
    const ofRings = ['declined', 'missed', 'busy', 'cancelled']
    for (const reason of endReasons.filter((one) => !ofRings.includes(one)))
      for (const connectedAt of [video.connectedAt, null])
        expect(endMessage(reason, { ...visit, connectedAt })).not.toContain('通話')
    expect(endMessage('pointless', visit)).toBe('ポイントがなくなったため、視聴を終了しました。')
  })

  it('distinguishes dialler and callee', () => {
    expect(endMessage('missed', { ...video, connectedAt: null, role: 'caller' })).toContain(
      '応答がありませんでした',
    )
    expect(endMessage('missed', { ...video, connectedAt: null, dialled: false, role: 'caller' })).toBe(
      '着信に応答できませんでした。',
    )
  })
})
