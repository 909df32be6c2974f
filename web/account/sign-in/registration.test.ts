import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { refusals } from '#contract/refusals.ts'
import { nicknameFallback, nicknames, suggestNickname } from '#domain/account/nicknames.ts'
import {
  afterRegistration,
  createRegistration,
  nicknameCount,
  type RegistrationInput,
  type RegistrationPorts,
} from './registration.ts'

const startMs = Date.parse('2026-11-20T12:05:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: startMs })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A browser and a server that record their calls; the test gives the server's answer. */
const createWorld = (answer: (input: RegistrationInput) => Promise<string | null>) => {
  const events: string[] = []
  const sent: RegistrationInput[] = []
  const flags: Record<string, string> = {}
  const log = (event: string) => events.push(`${Date.now() - startMs}ms ${event}`)
  const ports: RegistrationPorts = {
    register: (input) => {
      sent.push(input)
      return answer(input)
    },
    renewSession: async () => true,
    campaignCode: () => 'Organic',
    analyticsId: () => '',
    saveFlags: (saved) => {
      Object.assign(flags, saved)
      log('flags')
    },
    isShown: () => false,
    go: (path) => log(`go ${path}`),
    leave: (address) => log(`leave ${address ?? 'reload'}`),
    nowMs: () => Date.now(),
    random: () => 0,
  }
  return { events, sent, flags, ports }
}

const answered = async () => null
const afterMs = (ms: number, error: string | null) => () =>
  new Promise<string | null>((resolve) => setTimeout(() => resolve(error), ms))

describe('registering', () => {
  it('closes the modal, saves three flags and moves on after 500 ms', async () => {
    const world = createWorld(afterMs(120, null))
    const registration = createRegistration('/?showTutoModal=true', world.ports)
    registration.write(' よるのラジオ ')
    void registration.submit()
    expect(registration.get().phase.name).toBe('sending')
    await vi.advanceTimersByTimeAsync(120)
    expect(registration.get().phase.name).toBe('leaving')
    expect(world.flags).toEqual({
      isRegistered: 'true',
      registeredAt: '2026-11-20T12:05:00.120Z',
      isFirstRegister: 'true',
    })
    await vi.advanceTimersByTimeAsync(499)
    expect(world.events).toEqual(['120ms flags'])
    await vi.advanceTimersByTimeAsync(1)
    expect(world.events).toEqual(['120ms flags', '620ms go /?showTutoModal=true'])
  })

  it('sends the fixed defaults, the campaign code and the name as it will be stored', async () => {
    const world = createWorld(answered)
    const registration = createRegistration(null, world.ports)
    registration.write('  ﾀｶｼ ')
    await registration.submit()
    expect(world.sent).toEqual([
      { name: 'ﾀｶｼ', age: 20, region: '東京', cmCode: 'Organic', googleClientId: '' },
    ])
  })

  it('ignores a second submit while one is in flight and after it succeeded', async () => {
    const world = createWorld(afterMs(1000, null))
    const registration = createRegistration(null, world.ports)
    registration.write('月あかり')
    void registration.submit()
    void registration.submit()
    await vi.advanceTimersByTimeAsync(1200)
    void registration.submit()
    await vi.advanceTimersByTimeAsync(2000)
    expect(world.sent).toHaveLength(1)
    expect(world.events).toEqual(['1000ms flags', '1500ms leave reload'])
  })

  it.each([
    ['', refusals.nameTooShort.message],
    ['   ', refusals.nameTooShort.message],
    ['あ'.repeat(21), refusals.nameTooLong.message],
    ['公式サポート', '運営とまぎらわしい名前は使えません。別の名前にしてください。'],
  ])('shows the error for 「%s」 and sends nothing', async (name, message) => {
    const world = createWorld(answered)
    const registration = createRegistration(null, world.ports)
    registration.write(name)
    await registration.submit()
    expect(registration.get().phase).toMatchObject({ name: 'alert', message, toLogin: false })
    expect(world.sent).toEqual([])
    registration.dismissAlert()
    expect(registration.get()).toEqual({ nickname: name, phase: { name: 'form' } })
  })

  it('counts 20 family emoji as 20 characters', async () => {
    const world = createWorld(answered)
    const registration = createRegistration(null, world.ports)
    registration.write('👨‍👩‍👧‍👦'.repeat(20))
    await registration.submit()
    expect(world.sent).toHaveLength(1)
  })
})

describe('a registration the server refuses', () => {
  it.each([
    ['すでに登録されています', 'すでに登録されています', true],
    ['すでに登録されています。', 'すでに登録されています。', false],
    [refusals.registrationTooOften.message, refusals.registrationTooOften.message, false],
    ['', 'サーバーとの通信に失敗しました', false],
  ])(
    'answers 「%s」: shows it, with the way to login only for the exact sentence',
    async (error, message, toLogin) => {
      const world = createWorld(async () => error)
      const registration = createRegistration(null, world.ports)
      registration.write('月あかり')
      await registration.submit()
      expect(registration.get()).toEqual({
        nickname: '月あかり',
        phase: { name: 'alert', title: '登録できませんでした', message, toLogin },
      })
      await vi.advanceTimersByTimeAsync(5000)
      expect(world.events).toEqual([])
    },
  )

  it('can be tried again after the dialog', async () => {
    const answers = ['サーバーとの通信に失敗しました', null]
    const world = createWorld(async () => answers.shift() ?? null)
    const registration = createRegistration(null, world.ports)
    registration.write('月あかり')
    await registration.submit()
    registration.dismissAlert()
    await registration.submit()
    expect(registration.get().phase.name).toBe('leaving')
  })

  it('survives a network that breaks off', async () => {
    const world = createWorld(() => Promise.reject(new TypeError('network')))
    const registration = createRegistration(null, world.ports)
    registration.write('月あかり')
    await registration.submit()
    expect(registration.get().phase).toMatchObject({ message: 'サーバーとの通信に失敗しました' })
  })
})

describe('going on as the previous account', () => {
  it('renews the session and goes home', async () => {
    const world = createWorld(answered)
    await createRegistration(null, world.ports).continueAsPrevious()
    expect(world.events).toEqual(['0ms leave /'])
  })

  it('navigates to the login when the session has ended in between', async () => {
    const world = createWorld(answered)
    const registration = createRegistration(null, { ...world.ports, renewSession: async () => false })
    await registration.continueAsPrevious()
    expect(registration.get().phase).toMatchObject({ name: 'alert', toLogin: true })
    expect(world.events).toEqual([])
  })
})

describe('where a fresh account goes', () => {
  it.each([
    ['/', '/?showTutoModal=true'],
    ['/message', '/?showTutoModal=true'],
    ['/message/spring', '/?showTutoModal=true'],
    ['/message/%E6%98%A5/', '/?showTutoModal=true'],
    ['/message/spring/more', null],
    ['/messages', null],
    ['/profile/unbroadcaster/7', null],
    ['/my-page', null],
  ])('from %s to %s', (from, to) => {
    expect(afterRegistration(from)).toBe(to)
  })
})

describe('what was tapped before the registration', () => {
  it.each(['/', '/profile/unbroadcaster/7'])('is where a fresh account goes from %s', (from) => {
    expect(afterRegistration(from, '/outgoing/video-call?partnerId=7')).toBe(
      '/outgoing/video-call?partnerId=7',
    )
  })
})

it('stays on the page that was wanted where it is shown already, or where the member has gone from there', async () => {
  const world = createWorld(answered)
  const wanted = '/gallery/1'
  let shown = wanted
  const registration = createRegistration(wanted, { ...world.ports, isShown: (path) => path === shown })
  registration.write('よるのラジオ')
  await registration.submit()
  shown = '/purchase'
  await vi.advanceTimersByTimeAsync(1_000)
  expect(registration.get().phase.name).toBe('leaving')
  expect(world.events).toEqual(['0ms flags'])
})

describe('the random-name button', () => {
  it('has at least forty names that the form accepts, none twice', () => {
    expect(new Set(nicknames).size).toBe(nicknames.length)
    expect(nicknames.length).toBeGreaterThanOrEqual(40)
    expect(nicknames.filter((name) => nicknameCount(name).isOver || name.trim() !== name)).toEqual([])
  })

  it('proposes another name than the present one, whatever the random number', () => {
    const [first = ''] = nicknames
    for (const roll of [0, 0.25, 0.5, 0.999999]) {
      expect(suggestNickname(roll, first)).not.toBe(first)
      expect(nicknames).toContain(suggestNickname(roll, first))
    }
  })

  it("falls back to 'FunnyFox' without a list", () => {
    expect(suggestNickname(0.3, '', [])).toBe('FunnyFox')
    expect(nicknameFallback).toBe('FunnyFox')
  })

  it('fills the field', () => {
    const registration = createRegistration(null, createWorld(answered).ports)
    registration.suggest()
    expect(nicknames).toContain(registration.get().nickname)
  })
})
