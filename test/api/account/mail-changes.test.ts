import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityProofLifeMs } from '#contract/account/identity-proof.ts'
import type { MailServer } from '#test/helpers/mail-server.ts'
import type { AuthWorld } from './auth-world.ts'
import {
  changeTo,
  closeMailWorld,
  confirm,
  createMailWorld,
  mailSteps,
  noticesOf,
  oldPassword,
  postJson,
  requestConfirmation,
  signIn,
  ways,
} from './mail-steps.ts'

const minuteMs = 60_000
const password = 'hoshi-no-ame'

let server: MailServer
let world: AuthWorld
beforeAll(async () => {
  ;({ server, world } = await createMailWorld())
})
afterAll(() => closeMailWorld(world, server))
const { stranger, mailsTo, tokensTo, newestLink, subjectsTo, member } = mailSteps(
  () => world,
  () => server,
)

describe('a member with a mail address', () => {
  it('changes it; the old one gets a mail, signs in no more, and no link mailed to it opens the account', async () => {
    const [before, after] = ['mae@example.jp', 'ato@example.jp']
    const ofCaller = await member(before)
    await postJson(stranger(), '/api/password-reset-request', { email: before })
    const resetLinks = () => tokensTo(before, '/reset-password')
    await expect.poll(async () => (await resetLinks()).length, { timeout: 10_000 }).toBe(1)

    const [, beside] = [await requestConfirmation(ofCaller, after), stranger()]
    await signIn(beside, before)
    await confirm(ofCaller, await newestLink(after))
    expect(await ways(ofCaller)).toMatchObject({ mail: 'at•••@example.jp' })
    expect((await beside.session()).user).toBeDefined()
    expect(await noticesOf(beside)).toContain('mailChanged')
    expect(await subjectsTo(before)).toEqual(['パスワードの再設定', 'メールアドレスが変更されました'])
    expect(await signIn(stranger(), before)).toBe(401)
    expect(await signIn(stranger(), after)).toBe(200)
    const [token = ''] = await resetLinks()
    expect(await postJson(stranger(), '/api/reset-pwd-for-web', { token, password })).toMatchObject({
      code: 'resetGone',
    })
  })

  it('is refused the same address', async () => {
    const ofCaller = await member('onaji@example.jp')
    expect(await requestConfirmation(ofCaller, ' ONAJI@example.jp')).toMatchObject({ code: 'mailUnchanged' })
  })

  it('changes the password: other devices are signed out, this session is rotated, and a mail reports it', async () => {
    const email = 'kawaru@example.jp'
    const [ofCaller, other] = [await member(email), stranger()]
    await signIn(other, email)
    const before = (await ofCaller.session()).user
    const oldCookies = new Map(ofCaller.cookies)
    for (const [chosen, code] of [
      ['short', 'newPasswordTooShort'],
      ['あ'.repeat(129), 'newPasswordTooLong'],
      ['password123', 'newPasswordTooCommon'],
      [email, 'newPasswordTooCommon'],
      ['tsuki\0kirei', 'newPasswordUnreadable'],
    ] as const)
      expect(await changeTo(ofCaller, chosen)).toMatchObject({ code })
    expect((await other.session()).user).toBeDefined()

    expect(await changeTo(ofCaller, password)).toEqual({ type: 'success' })
    const after = (await ofCaller.session()).user
    expect(after?.id).toBe(before?.id)
    expect(after?.token).not.toBe(before?.token)
    expect((await other.session()).user).toBeUndefined()
    const thief = stranger()
    for (const [name, value] of oldCookies) thief.cookies.set(name, value)
    expect((await thief.session()).user).toBeUndefined()
    expect(await signIn(stranger(), email)).toBe(401)
    expect(await signIn(stranger(), email, password)).toBe(200)
    expect(await subjectsTo(email)).toEqual(['パスワードが変更されました'])
    expect(await noticesOf(ofCaller)).toContain('passwordChanged')
    const texts = mailsTo(email).map(({ text }) => text)
    expect(texts.join()).toContain('変更した端末のほかはすべてログアウトしました')
  })

  it('keeps an address requested here after a password change, and loses one requested elsewhere', async () => {
    const email = 'futari@example.jp'
    const [ofCaller, other] = [await member(email), stranger()]
    await signIn(other, email)
    await requestConfirmation(ofCaller, 'own@example.jp')
    await changeTo(ofCaller, password)
    expect(await ways(ofCaller)).toMatchObject({ pendingMail: { email: 'own@example.jp' } })

    const stolen = stranger()
    await signIn(stolen, email, password)
    await requestConfirmation(stolen, 'thief@example.jp')
    await changeTo(ofCaller, 'mikazuki-no-yoru')
    expect(await confirm(stolen, await newestLink('thief@example.jp'))).toMatchObject({
      code: 'confirmationGone',
    })
    expect(await ways(ofCaller)).toMatchObject({ mail: 'fu•••@example.jp', pendingMail: null })
  })

  it('gets the account back by a reset, whatever address was requested meanwhile', async () => {
    const email = 'torimodosu@example.jp'
    const thief = await member(email)
    await requestConfirmation(thief, 'thief2@example.jp')
    await postJson(stranger(), '/api/password-reset-request', { email })
    const resetLinks = () => tokensTo(email, '/reset-password')
    await expect.poll(async () => (await resetLinks()).length, { timeout: 10_000 }).toBe(1)
    const [token = ''] = await resetLinks()
    expect(await postJson(stranger(), '/api/reset-pwd-for-web', { token, password })).toEqual({
      type: 'success',
    })
    expect(await confirm(thief, await newestLink('thief2@example.jp'))).toMatchObject({
      code: 'confirmationGone',
    })
  })

  it('proves their identity first', async () => {
    const ofCaller = await member('shoumei@example.jp')
    world.clock.nowMs += identityProofLifeMs
    expect(await requestConfirmation(ofCaller, 'other@example.jp')).toMatchObject({
      code: 'identityProofNeeded',
    })
    expect(await changeTo(ofCaller, password)).toMatchObject({ code: 'identityProofNeeded' })
    await postJson(ofCaller, '/api/prove-identity', { password: oldPassword })
    expect(await changeTo(ofCaller, password)).toEqual({ type: 'success' })
  })
})

it('concurrent changes are each complete, and none deadlocks', async () => {
  const email = 'issei@example.jp'
  const browsers = [await member(email), stranger(), stranger()]
  for (const browser of browsers.slice(1)) await signIn(browser, email)
  const codes = await Promise.all(
    [0, 1, 2, 3].flatMap((round) =>
      browsers.flatMap((browser, index) => [
        requestConfirmation(browser, `issei${index}@example.jp`),
        changeTo(browser, `${password}-${index}`),
        postJson(browser, '/api/prove-identity', { password: `${password}-${round % 3}` }),
        postJson(browser, '/api/cancel-confirm-email'),
      ]),
    ),
  )
  expect(codes.map(({ code }) => code)).not.toContain('serverFailure')
  const opened = []
  for (const index of [0, 1, 2]) {
    // After every wrong password the next one has to wait.
    world.clock.nowMs += minuteMs
    opened.push(await signIn(stranger(), email, `${password}-${index}`))
  }
  expect(opened.filter((status) => status === 200)).toHaveLength(1)
})
