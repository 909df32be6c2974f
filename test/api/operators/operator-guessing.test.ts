import { afterEach, beforeEach, expect, test } from 'vitest'
import { signInLimits } from '#domain/account/limits.ts'
import { knownBrowserMark } from '#server/operators/known-browser.ts'
import { createOperatorWorld, granted, type OperatorBrowser, type OperatorWorld } from './operator-world.ts'

let world: OperatorWorld
beforeEach(async () => {
  world = await createOperatorWorld()
})
afterEach(() => world.close())

const signIn = (at: OperatorBrowser, password: string) =>
  at.request('operatorSignIn', { mail: world.mail, password })

const guess = async (address: string, times = 1): Promise<void> => {
  for (let n = 0; n < times; n++) await signIn(world.operatorBrowser(address), 'wrong')
}

/** Enough failures from all over the world to reach the limit. */
const guessEverywhere = async (): Promise<void> => {
  for (let n = 0; n < signInLimits.everywhere.failuresMax; n++) await guess(`192.0.2.${n}`)
}

const tries = async (at: OperatorBrowser) =>
  granted(await at.request('operatorNotices', { state: 'open' })).notices.map(({ subject, text }) => ({
    subject,
    text,
  }))

test('guesses from one network lock out no operator in another', async () => {
  await guess('198.51.100.1', 5)
  expect(await signIn(world.operatorBrowser('198.51.100.1'), world.password)).toMatchObject({
    code: 'signInTooOften',
  })
  granted(await signIn(world.operatorBrowser('198.51.100.2'), world.password))
})

test('guesses from all networks reach a limit, which a browser that signed in before passes', async () => {
  const known = await world.signedIn()
  granted(await known.request('operatorSignOut', {}))
  await guessEverywhere()
  expect(await signIn(world.operatorBrowser('198.51.100.2'), world.password)).toMatchObject({
    code: 'signInTooOften',
  })
  granted(await signIn(known, world.password))
  granted(await known.request('operatorGiveCode', { code: known.authenticator.code() }))
})

test('a mark that is made up, of another operator or too old lets no browser pass', async () => {
  const known = await world.signedIn()
  const name = 'koyoi.operatorBrowser'
  const mark = known.browser.cookies.get(name) ?? ''
  const [until = '', signature = ''] = mark.split('.')
  await guessEverywhere()
  const later = `${Number(until) + 1}.${signature}`
  const another = knownBrowserMark(world.context, 'rin@office.example')
  for (const value of ['', another, 'x', '.', `${until}.`, later, `${until}.${'A'.repeat(43)}`]) {
    const stranger = world.operatorBrowser('198.51.100.2')
    stranger.browser.cookies.set(name, value)
    expect(await signIn(stranger, world.password), value).toMatchObject({ code: 'signInTooOften' })
  }
  world.clock.nowMs = Number(until) * 1000
  await guessEverywhere()
  known.browser.cookies.set(name, mark)
  expect(await signIn(known, world.password)).toMatchObject({ code: 'signInTooOften' })
})

test('every wrong password of an operator is noted in the log, and many raise an alert', async () => {
  const at = await world.signedIn()
  await guess('198.51.100.1', 4)
  await world.operatorBrowser('198.51.100.1').request('operatorSignIn', {
    mail: 'nobody@office.example',
    password: 'wrong',
  })
  expect(await tries(at)).toEqual([])
  await guess('198.51.100.3', 5)
  const lines = (await world.audit()).filter(({ action }) => action === 'passwordRefused')
  expect(lines).toHaveLength(9)
  expect(lines.at(-1)).toMatchObject({
    subject: `operator:${world.mail}`,
    address: '198.51.100.3',
    operator: null,
  })
  expect(await tries(at)).toEqual([
    {
      subject: `password:${world.mail}`,
      text: `${world.mail} のパスワードが続けて違いました（接続元 198.51.100.3）。本人でなければ、パスワードを探られています。`,
    },
  ])
})

test('so is a wrong password at a confirmation in the console', async () => {
  const at = await world.signedIn()
  for (let n = 0; n < 5; n++) await at.request('operatorRenewRecoveryCodes', { password: 'wrong' })
  expect(
    await at.request('operatorChangePassword', { password: 'wrong', newPassword: 'tsuki-to-lantern' }),
  ).toMatchObject({ code: 'signInTooOften' })
  const lines = (await world.audit()).filter(({ action }) => action === 'passwordRefused')
  expect(lines).toHaveLength(5)
  expect(lines[0]).toMatchObject({ operator: world.mail, subject: `operator:${world.mail}` })
  expect((await tries(at)).map(({ subject }) => subject)).toEqual([`password:${world.mail}`])
})
