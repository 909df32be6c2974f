import { expect, test } from 'vitest'
import { allowsPush, choicesOf, decideSettings, isWanted, noSettings } from './notification-settings.ts'

/** On 22 November 2026, in Japan. */
const at = (time: string) => Date.parse(`2026-11-22T${time}:00+09:00`)
const quiet = (ringsPass = false) => ({ choices: {}, quietHours: { isOn: true, ringsPass } })
const away = { waitsForRings: false }

test('a member without choices is notified of calls, and gets no favourite on a locked screen', () => {
  expect(allowsPush(noSettings, 'ring', { nowMs: at('03:00'), ...away })).toBe(true)
  expect(allowsPush(noSettings, 'favouriteStandby', { nowMs: at('12:00'), ...away })).toBe(false)
  expect(isWanted(noSettings, 'favouriteStandby', 'inApp')).toBe(true)
  expect(isWanted(noSettings, 'ring', 'mail')).toBe(false)
})

test.each([
  ['22:59', true],
  ['23:00', false],
  ['00:00', false],
  ['06:59', false],
  ['07:00', true],
])('at %s the quiet hours over midnight allow a push: %s', (time, isSent) => {
  expect(allowsPush(quiet(), 'chat', { nowMs: at(time), ...away })).toBe(isSent)
})

test('hours within a day end on that day', () => {
  const siesta = { choices: {}, quietHours: { isOn: true, fromMinute: 13 * 60, toMinute: 14 * 60 } }
  expect(allowsPush(siesta, 'chat', { nowMs: at('13:30'), ...away })).toBe(false)
  expect(allowsPush(siesta, 'chat', { nowMs: at('14:00'), ...away })).toBe(true)
  expect(allowsPush(siesta, 'chat', { nowMs: at('03:00'), ...away })).toBe(true)
})

test('rings pass the quiet hours only for members who choose it', () => {
  const night = at('02:00')
  for (const kind of ['ring', 'missedCall'] as const) {
    expect(allowsPush(quiet(), kind, { nowMs: night, ...away })).toBe(false)
    expect(allowsPush(quiet(true), kind, { nowMs: night, ...away })).toBe(true)
    expect(allowsPush(quiet(), kind, { nowMs: night, waitsForRings: true })).toBe(true)
  }
  expect(allowsPush(quiet(true), 'chat', { nowMs: night, waitsForRings: true })).toBe(false)
  const off = { ...quiet(true), choices: { 'ring.push': false } }
  expect(allowsPush(off, 'ring', { nowMs: night, waitsForRings: true })).toBe(false)
})

test('only the sent choices are stored', () => {
  const change = { choices: [{ kind: 'ring', channel: 'push', isOn: false }] } as const
  expect(decideSettings(noSettings, change)).toEqual({ choices: { 'ring.push': false }, quietHours: {} })
  expect(
    decideSettings(noSettings, { choices: [], quietHours: { isOn: true, toMinute: undefined } }),
  ).toEqual({
    choices: {},
    quietHours: { isOn: true },
  })
})

test('refuses pairs that do not exist, and hours that begin when they end', () => {
  const mailedRing = { choices: [{ kind: 'ring', channel: 'mail', isOn: true }] } as const
  expect(decideSettings(noSettings, mailedRing)).toEqual({ refused: 'notificationUnknown' })
  const sevenToSeven = { choices: [], quietHours: { fromMinute: 7 * 60 } }
  expect(decideSettings(noSettings, sevenToSeven)).toEqual({ refused: 'quietHoursWrong' })
})

test('safety and paid money have no choice', () => {
  const kinds = choicesOf(noSettings).map(({ kind }) => kind as string)
  for (const kind of ['safetyWarning', 'payoutAccountSaved']) expect(kinds).not.toContain(kind)
})
