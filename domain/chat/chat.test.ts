import { describe, expect, it, test } from 'vitest'
import type { NewChatItem } from '#contract/chat/chat.ts'
import { requestedCall } from '#domain/calls/testing/requested-call.ts'
import { callCard, type EndedCall } from './call-card.ts'
import { imageVisibility } from './image-visibility.ts'
import { bodyFor, type StoredBody, unreadSide } from './message.ts'
import { newChatSince } from './new-chat.ts'
import { previewOf } from './preview.ts'
import { type ChatPerson, chatDecision } from './sides.ts'
import { readChatText } from './text.ts'
import { unlockDecision } from './unlock.ts'
import { unsendDecision } from './unsend.ts'

const image = (price: { points: number; isOpened: boolean } | null): StoredBody => ({
  ...{ kind: 'image', imageId: 'i', width: 4, height: 3, price },
})
const call: StoredBody = {
  ...{
    kind: 'call',
    callId: 'c',
    callKind: 'video',
    endReason: 'byCaller',
    callDurationSec: 882,
    charged: 2_940,
  },
}

describe('a text message', () => {
  test.each([
    ['  こんばんは \n', 'こんばんは'],
    ['一\r\n二\r三', '一\n二\n三'],
    ['か\u3099', 'が'],
    ['a\u0000\u0007\u202eb\ud800c', 'abc'],
    ['👨‍👩‍👧‍👦'.repeat(1_000), '👨‍👩‍👧‍👦'.repeat(1_000)],
  ])('stores %j as %j', (written, kept) => {
    expect(readChatText(written)).toBe(kept)
  })

  test.each([
    ['', 'chatTextEmpty'],
    [' \u3000\n\u200e', 'chatTextEmpty'],
    ['あ'.repeat(1_001), 'chatTextTooLong'],
    [`${'👨‍👩‍👧‍👦'.repeat(1_000)}あ`, 'chatTextTooLong'],
    ['a\u0301'.repeat(1_001), 'chatTextTooLong'],
  ])('refuses text %#', (written, refused) => {
    expect(readChatText(written)).toEqual({ refused })
  })
})

describe('the preview line of a message', () => {
  test.each<[StoredBody, string, string]>([
    [{ kind: 'text', text: ' 一\n二 ' }, ' 一 二 ', ' 一 二 '],
    [{ kind: 'sticker', stickerId: 's' }, 'スタンプを送信しました', 'スタンプが届いています'],
    [image(null), '画像を送信しました', '画像が届いています'],
    [image({ points: 300, isOpened: false }), '封をした画像を送信しました', '封のついた画像が届いています'],
    [image({ points: 300, isOpened: true }), '封をした画像を送信しました', '画像が届いています'],
    [call, 'ビデオ通話 14:42', 'ビデオ通話 14:42'],
    [{ ...call, callKind: 'voice', callDurationSec: 3_723 }, '音声通話 1:02:03', '音声通話 1:02:03'],
    [
      { kind: 'missedCall', callId: 'c', callKind: 'voice' },
      '応答がありませんでした',
      '不在着信がありました',
    ],
    [{ kind: 'videoRequest' }, 'ビデオ通話をリクエストしました', 'ビデオ通話のリクエストが届いています'],
    [{ kind: 'system', code: 'imageOpened' }, '画像をひらきました', '画像がひらかれました'],
    [{ kind: 'unsent' }, 'メッセージの送信を取り消しました', 'メッセージの送信が取り消されました'],
  ])('%j', (body, own, partner) => {
    expect([previewOf(body, 'own'), previewOf(body, 'partner')]).toEqual([own, partner])
  })

  it('of a long text is its beginning', () => {
    const line = previewOf({ kind: 'text', text: '𠮷'.repeat(500) }, 'partner')
    expect(line).toBe(`${'𠮷'.repeat(79)}…`)
  })
})

test('only the caller sees what a call cost', () => {
  expect([bodyFor('caller', call), bodyFor('broadcaster', call)]).toEqual([call, { ...call, charged: null }])
})

test('what counts as unread, and for which side', () => {
  expect(unreadSide({ kind: 'text', text: 'a' }, 'caller')).toBe('broadcaster')
  expect(unreadSide({ kind: 'missedCall', callId: 'c', callKind: 'voice' }, 'broadcaster')).toBe('caller')
  expect(unreadSide({ kind: 'system', code: 'imageOpened' }, null)).toBe('broadcaster')
  for (const body of [
    call,
    { kind: 'system', code: 'conversationBegan' },
    { kind: 'unsent' },
  ] as StoredBody[])
    expect(unreadSide(body, 'caller')).toBeNull()
})

describe('who may write to whom', () => {
  const caller: ChatPerson = {
    memberId: '1',
    role: 'caller',
    deviceKeys: ['a'],
    phoneKeys: ['x'],
    isUnderAge: false,
  }
  const broadcaster: ChatPerson = {
    memberId: '2',
    role: 'broadcaster',
    deviceKeys: ['b'],
    phoneKeys: ['y'],
    isUnderAge: false,
  }
  const sides = { callerId: '1', broadcasterId: '2' }
  const facts = { own: caller, partner: broadcaster, sides: null, isBlocked: false }

  test.each([
    ['a caller to a broadcaster', facts, sides],
    ['a broadcaster to a caller', { ...facts, own: broadcaster, partner: caller }, sides],
    [
      'as they began, whatever became of them',
      { ...facts, own: { ...caller, role: 'broadcaster' as const }, sides },
      sides,
    ],
  ])('%s', (_who, given, decided) => {
    expect(chatDecision(given)).toEqual(decided)
  })

  test.each([
    [
      'the own account, even under 18',
      { ...facts, partner: caller, own: { ...caller, isUnderAge: true } },
      'chatSameRole',
    ],
    [
      'under 18, even to nobody',
      { ...facts, own: { ...caller, isUnderAge: true }, partner: null },
      'underAge',
    ],
    ['nobody', { ...facts, partner: null }, 'partnerUnavailable'],
    ['one under 18', { ...facts, partner: { ...broadcaster, isUnderAge: true } }, 'partnerUnavailable'],
    ['staff', { ...facts, partner: { ...broadcaster, role: 'operator' as const } }, 'partnerUnavailable'],
    [
      'a blocked one, also where there is a conversation',
      { ...facts, isBlocked: true, sides },
      'partnerUnavailable',
    ],
    ['a caller to another caller', { ...facts, partner: { ...caller, memberId: '3' } }, 'partnerUnavailable'],
    [
      'a broadcaster to another broadcaster',
      { ...facts, own: broadcaster, partner: { ...broadcaster, memberId: '3' } },
      'partnerUnavailable',
    ],
    ['the own device', { ...facts, partner: { ...broadcaster, deviceKeys: ['a'] } }, 'partnerUnavailable'],
    [
      'the own phone number',
      { ...facts, partner: { ...broadcaster, phoneKeys: ['x'] } },
      'partnerUnavailable',
    ],
    [
      'the own phone number, which turned out later',
      { ...facts, partner: { ...broadcaster, phoneKeys: ['y', 'x'] }, sides },
      'partnerUnavailable',
    ],
  ])('refuses %s', (_whom, given, refused) => {
    expect(chatDecision(given)).toEqual({ refused })
  })
})

describe('unsending', () => {
  const day = 86_400_000
  const message = { senderId: '1', sentAtMs: 0, body: { kind: 'text', text: 'a' } as StoredBody }

  test.each([
    [message, '1', day, 'unsend'],
    [message, '1', day + 1, { refused: 'unsendTooLate' }],
    [message, '2', 0, { refused: 'notFound' }],
    [{ ...message, senderId: null }, '1', 0, { refused: 'notFound' }],
    [{ ...message, body: call }, '1', 0, { refused: 'notFound' }],
    [{ ...message, body: { kind: 'unsent' } as StoredBody }, '1', 9 * day, 'isUnsent'],
    [{ ...message, body: image({ points: 300, isOpened: false }) }, '1', 0, 'unsend'],
    [{ ...message, body: image({ points: 300, isOpened: true }) }, '1', 0, { refused: 'unsendPaid' }],
  ])('%#', (given, viewerId, nowMs, decided) => {
    expect(unsendDecision(given, viewerId, nowMs)).toEqual(decided)
  })
})

describe('unlocking', () => {
  const message = { senderId: '2', sentAtMs: 0, body: image({ points: 300, isOpened: false }) }
  const facts = { message, viewerId: '1', isUnderAge: false, isClosed: false, shownPoints: 300 }

  test.each([
    [facts, { points: 300 }],
    [{ ...facts, viewerId: '2' }, { refused: 'notFound' }],
    [{ ...facts, isClosed: true }, { refused: 'notFound' }],
    [{ ...facts, message: { ...message, body: image(null) } }, { refused: 'notFound' }],
    [{ ...facts, isUnderAge: true, shownPoints: 1 }, { refused: 'underAge' }],
    [{ ...facts, shownPoints: 299 }, { refused: 'imagePriceChanged' }],
    [
      { ...facts, shownPoints: 1, message: { ...message, body: image({ points: 300, isOpened: true }) } },
      'isOpened',
    ],
  ])('%#', (given, decided) => {
    expect(unlockDecision(given)).toEqual(decided)
  })

  test('shows the image to the partner', () => {
    const locked = { body: message.body, isSender: false, isSide: true, isBlocked: false }
    const opened = { ...locked, body: image({ points: 300, isOpened: true }) }
    expect([imageVisibility(locked), imageVisibility(opened)]).toEqual(['blurred', 'original'])
    expect(imageVisibility({ ...locked, isSender: true, isBlocked: true })).toBe('original')
    expect(imageVisibility({ ...opened, isBlocked: true })).toBe('original')
    for (const gone of [
      { ...locked, isBlocked: true },
      { ...locked, body: image(null), isBlocked: true },
      { ...opened, isSide: false },
      { ...opened, body: call },
    ])
      expect(imageVisibility(gone)).toBeNull()
  })
})

describe('the card of a call that ended', () => {
  const ringing = { ...requestedCall('caller', 0), phase: 'ringing' } as const
  const over = (
    reason: 'missed' | 'cancelled' | 'declined',
    before: EndedCall['before'] = ringing,
  ): EndedCall => ({
    ...{ callId: 'c', kind: 'video', before, wasConnected: false, connectedMs: 0, charged: 0 },
    after: { ...before, phase: 'ended', end: { reason, lostSide: null } },
  })

  it('is a missed-call card where nobody answered, and there is none where a call was never connected', () => {
    const kinds = [
      over('missed'),
      over('cancelled'),
      over('declined'),
      over('cancelled', requestedCall('caller', 0)),
      over('missed', { ...ringing, acceptedAt: 1 }),
    ].map((ended) => callCard(ended)?.kind)
    expect(kinds).toEqual(['missedCall', 'missedCall', undefined, undefined, undefined])
  })

  it('has the duration and the price of a connected call', () => {
    expect(
      callCard({ ...over('declined'), wasConnected: true, connectedMs: 62_999, charged: 220 }),
    ).toMatchObject({
      kind: 'call',
      callDurationSec: 62,
      charged: 220,
    })
  })
})

test('a poll returns what came since the last one, and the five seconds before that', () => {
  const item = (timeStamp: number): NewChatItem => ({
    ...{ id: `${timeStamp}`, partnerId: '1', partnerName: '', lastMessage: '', avatarId: null, timeStamp },
  })
  const unread = [item(20_000), item(12_000)]
  const since = (latest: number | null) => newChatSince(unread, latest).map(({ timeStamp }) => timeStamp)
  expect([since(null), since(0), since(17_000), since(24_999), since(25_000)]).toEqual([
    [],
    [20_000, 12_000],
    [20_000],
    [20_000],
    [],
  ])
})
