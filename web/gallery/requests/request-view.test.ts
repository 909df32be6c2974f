import { expect, it } from 'vitest'
import { requestView, timeLeft } from './request-view.ts'

const now = Date.parse('2026-11-23T00:00:00Z')
const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString()

it.each([
  [72, 'あと3日'],
  [71.9, 'あと71時間'],
  [0.5, 'あと30分'],
  [0.001, 'あと1分'],
])('%d hours are “%s”', (hours, text) => expect(timeLeft(at(hours), now)).toBe(text))

it.each([
  ['caller', 'open', 72, { isAsked: false, mayCancel: true, state: '返事を待っています・あと3日' }],
  ['caller', 'accepted', 72, { mayCancel: false, state: '承諾されました・あと3日' }],
  ['caller', 'open', 0, { isOpen: false, mayCancel: false, state: '期限が過ぎました' }],
  ['broadcaster', 'open', 72, { isAsked: true, mayAccept: true, mayDeliver: true, mayDecline: true }],
  ['broadcaster', 'accepted', 72, { mayAccept: false, mayDeliver: true, mayDecline: true, mayCancel: false }],
  ['broadcaster', 'accepted', 0, { isOpen: false, mayDeliver: false }],
  ['broadcaster', 'delivered', 72, { isOpen: false, state: '届けました' }],
] as const)('for the %s, %s with %d hours left shows %o', (side, phase, hours, expected) => {
  expect(requestView({ side, phase, expiresAt: at(hours) }, now)).toMatchObject(expected)
})
