import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmLinkLifeMs } from '#contract/account/mail-account.ts'
import { eraseMailConfirmations, mailConfirmationsOfMember } from '#server/account/mail/mail-confirmations.ts'
import type { MailServer } from '#test/helpers/mail-server.ts'
import { type AuthWorld, createAuthWorld, registrationForm } from './auth-world.ts'
import {
  changeTo,
  closeMailWorld,
  confirm,
  createMailWorld,
  mailSteps,
  memberIdOf,
  postJson,
  requestConfirmation,
  signIn,
  ways,
} from './mail-steps.ts'

const hourMs = 60 * 60_000
const password = 'hoshi-no-ame'

let server: MailServer
let world: AuthWorld
beforeAll(async () => {
  ;({ server, world } = await createMailWorld())
})
afterAll(() => closeMailWorld(world, server))
const { stranger, addMember, mailsTo, linksTo, newestLink, subjectsTo, newcomer, member } = mailSteps(
  () => world,
  () => server,
)

describe('an account by nickname', () => {
  it('gets a mail address and a password, and can sign in from another browser', async () => {
    const email = 'minato@example.jp'
    const ofCaller = await newcomer()
    expect(await ways(ofCaller)).toEqual({
      mail: null,
      hasPassword: false,
      pendingMail: null,
      isLostWithBrowser: true,
    })

    expect(await requestConfirmation(ofCaller, ' Ｍinato@Example.JP ', password)).toEqual({ type: 'success' })
    expect(await ways(ofCaller)).toMatchObject({ mail: null, hasPassword: false, pendingMail: { email } })
    expect(await signIn(stranger(), email, password)).toBe(401)

    const before = (await ofCaller.session()).user
    expect(await confirm(ofCaller, await newestLink(email))).toEqual({ type: 'success', isOwnSession: true })
    expect(await ways(ofCaller)).toEqual({
      mail: 'mi•••@example.jp',
      hasPassword: true,
      pendingMail: null,
      isLostWithBrowser: false,
    })
    const after = (await ofCaller.session()).user
    expect(after).toMatchObject({ id: before?.id, name: before?.name })
    expect(after?.token).not.toBe(before?.token)

    const elsewhere = stranger()
    expect(await signIn(elsewhere, email, password)).toBe(200)
    expect(await memberIdOf(elsewhere)).toBe(before?.id)
    expect(await subjectsTo(email)).toEqual(['メールアドレスの確認'])
  })

  it('needs a password with its first address, and once', async () => {
    const email = 'kei@example.jp'
    const ofCaller = await newcomer()
    for (const [chosen, code] of [
      [undefined, 'newPasswordMissing'],
      ['short', 'newPasswordTooShort'],
      ['あ'.repeat(129), 'newPasswordTooLong'],
      ['password123', 'newPasswordTooCommon'],
      [email, 'newPasswordTooCommon'],
      ['tsuki\0kirei', 'newPasswordUnreadable'],
    ] as const)
      expect(await requestConfirmation(ofCaller, email, chosen)).toMatchObject({ code })
    expect(await ways(ofCaller)).toMatchObject({ pendingMail: null })

    await requestConfirmation(ofCaller, email, password)
    expect(await linksTo(email)).toHaveLength(1)
    // The same address again needs no password; another address needs one again.
    expect(await requestConfirmation(ofCaller, email)).toEqual({ type: 'success' })
    expect(await requestConfirmation(ofCaller, 'kei2@example.jp')).toMatchObject({
      code: 'newPasswordMissing',
    })
    await confirm(stranger(), await newestLink(email))
    expect(await signIn(stranger(), email, password)).toBe(200)
    expect(await requestConfirmation(ofCaller, 'kei2@example.jp', 'another-one-here')).toMatchObject({
      code: 'badInput',
    })
  })

  it('has no password to change', async () => {
    expect(await changeTo(await newcomer(), password)).toMatchObject({ code: 'forbidden' })
  })

  it.each(['', 'minato', 'minato@', '@example.jp', 'a@b\0.jp', 'a b@example.jp'])(
    'is refused %j as an address',
    async (email) =>
      expect(await requestConfirmation(await newcomer(), email, password)).toMatchObject({
        code: 'mailAddressWrong',
      }),
  )
})

describe('the link', () => {
  it('works once, also when it is opened twice at once', async () => {
    const email = 'sora@example.jp'
    await requestConfirmation(await newcomer(), email, password)
    const token = await newestLink(email)
    const answers = await Promise.all([confirm(stranger(), token), confirm(stranger(), token)])
    expect(answers.map(({ code }) => code ?? 'taken').sort()).toEqual(['confirmationUsed', 'taken'])
    expect(await confirm(stranger(), token)).toMatchObject({ code: 'confirmationUsed' })
  })

  it('signs nobody in where it is opened, and leaves another member there signed in', async () => {
    const email = 'riku@example.jp'
    await requestConfirmation(await newcomer(), email, password)
    const another = await member('beside@example.jp')
    const before = await another.session()
    expect(await confirm(another, await newestLink(email))).toEqual({ type: 'success', isOwnSession: false })
    expect((await another.session()).user).toEqual(before.user)
  })

  it('is valid for a day', async () => {
    const email = 'umi@example.jp'
    const ofCaller = await newcomer()
    await requestConfirmation(ofCaller, email, password)
    const token = await newestLink(email)
    world.clock.nowMs += confirmLinkLifeMs
    expect(await ways(ofCaller)).toMatchObject({ pendingMail: null })
    expect(await confirm(ofCaller, token)).toMatchObject({ code: 'confirmationGone' })
    expect(await requestConfirmation(ofCaller, email)).toMatchObject({ code: 'newPasswordMissing' })
  })

  it('is replaced by the next, and cancelled with the address', async () => {
    const ofCaller = await newcomer()
    const [typo, right] = ['hina@exmaple.jp', 'hina@example.jp']
    await requestConfirmation(ofCaller, typo, password)
    const first = await newestLink(typo)
    await requestConfirmation(ofCaller, right, password)
    expect(await ways(ofCaller)).toMatchObject({ pendingMail: { email: right } })
    expect(await confirm(ofCaller, first)).toMatchObject({ code: 'confirmationGone' })

    expect(await postJson(ofCaller, '/api/cancel-confirm-email')).toEqual({ type: 'success' })
    expect(await ways(ofCaller)).toMatchObject({ pendingMail: null })
    expect(await confirm(ofCaller, await newestLink(right))).toMatchObject({ code: 'confirmationGone' })
  })

  it.each(['', 'x', '%00'.repeat(10), 'A'.repeat(43)])('cannot be guessed: %j', async (token) => {
    expect(await confirm(stranger(), token)).toMatchObject({
      code: token.length === 43 ? 'confirmationGone' : 'badInput',
    })
  })

  it('is stored so that the table opens nothing, and its password is deleted when it is used', async () => {
    const email = 'aoi@example.jp'
    await requestConfirmation(await newcomer(), email, password)
    const token = await newestLink(email)
    await confirm(stranger(), token)
    const rows = await world.database
      .sql`select to_jsonb(m)::text as row, password_hash from mail_confirmation m where email = ${email}`
    expect(rows).toMatchObject([{ password_hash: null }])
    expect(rows[0]?.row).not.toContain(token)
    expect(world.logged.join()).not.toContain(email)
  })
})

describe('another member’s address', () => {
  it('is not taken over, gives the same answer, and its owner gets a mail', async () => {
    const email = 'owner@example.jp'
    await addMember(email)
    const ofCaller = await newcomer()
    expect(await requestConfirmation(ofCaller, email, password)).toEqual({ type: 'success' })
    expect(await ways(ofCaller)).toMatchObject({ mail: null, pendingMail: { email } })
    expect(await linksTo(email)).toEqual([])
    expect(await subjectsTo(email)).toEqual(['このメールアドレスは登録済みです'])
    expect(mailsTo(email)[0]?.text).toContain('花子 さん')
    expect(mailsTo(email)[0]?.text).not.toContain('http')
    expect(await signIn(stranger(), email)).toBe(200)
  })

  it('belongs to the first who confirms it', async () => {
    const email = 'both@example.jp'
    const [one, other] = [await newcomer(), await newcomer()]
    await requestConfirmation(one, email, password)
    const first = await newestLink(email)
    await requestConfirmation(other, email, 'mikazuki-no-yoru')
    const answers = await Promise.all([confirm(one, first), confirm(other, await newestLink(email))])
    expect(answers.map(({ code }) => code ?? 'taken').sort()).toEqual(['mailTaken', 'taken'])
    const [winner, loser] = answers[0].code === undefined ? [one, other] : [other, one]
    expect(await ways(winner)).toMatchObject({ mail: 'bo•••@example.jp' })
    // Still signed in, and free to ask for another.
    expect(await ways(loser)).toMatchObject({ mail: null, hasPassword: false, pendingMail: null })
  })
})

it('the demo’s members keep their public sign-in', async () => {
  const broadcaster = await newcomer()
  const email = 'demo@example.jp'
  await world.database
    .sql`update member set is_demo = true, email = ${email} where id = ${await memberIdOf(broadcaster)}`
  expect(await requestConfirmation(broadcaster, 'mine@example.jp', password)).toMatchObject({
    code: 'demoAccountFixed',
  })
  expect(await changeTo(broadcaster, password)).toMatchObject({ code: 'demoAccountFixed' })
})

describe('the number of mails is limited', () => {
  it('to three an hour for an account', async () => {
    const ofCaller = await newcomer()
    for (const n of [1, 2, 3])
      expect(await requestConfirmation(ofCaller, `mail${n}@example.jp`, password)).toEqual({
        type: 'success',
      })
    expect(await requestConfirmation(ofCaller, 'mail4@example.jp', password)).toMatchObject({
      code: 'confirmMailTooOften',
    })
    // The pending address stays pending.
    expect(await ways(ofCaller)).toMatchObject({ pendingMail: { email: 'mail3@example.jp' } })
    world.clock.nowMs += hourMs
    expect(await requestConfirmation(ofCaller, 'mail4@example.jp', password)).toEqual({ type: 'success' })
  })

  it('to five an hour for an address, from all accounts together', async () => {
    const email = 'victim@example.jp'
    const codes = []
    for (const _ of [1, 2, 3, 4, 5, 6])
      codes.push((await requestConfirmation(await newcomer(), email, password)).code ?? 'taken')
    expect(codes).toEqual([...Array(5).fill('taken'), 'confirmMailTooOften'])
  })

  it('to twenty requests in ten minutes for a network', async () => {
    const ofCaller = await newcomer()
    const codes = []
    for (let tries = 0; tries < 21; tries += 1)
      codes.push((await requestConfirmation(ofCaller, 'nowhere')).code)
    expect(codes).toEqual([...Array(20).fill('mailAddressWrong'), 'tooManyRequests'])
  })
})

it('stored mail requests can be exported, and erased', async () => {
  const ofCaller = await newcomer()
  await requestConfirmation(ofCaller, 'sayonara@example.jp', password)
  const id = await memberIdOf(ofCaller)
  const { db } = world.database
  expect(await mailConfirmationsOfMember(db, id)).toMatchObject([{ email: 'sayonara@example.jp' }])
  await db.transaction().execute((tx) => eraseMailConfirmations(tx, id))
  expect(await mailConfirmationsOfMember(db, id)).toEqual([])
})

it('without a mail server the product reports that it is unavailable', async () => {
  const bare = await createAuthWorld()
  const browser = bare.browser()
  await browser.post('/api/auth/callback/register', registrationForm('みなと'))
  expect(await requestConfirmation(browser, 'minato@example.jp', password)).toMatchObject({
    code: 'mailUnavailable',
  })
  await bare.close()
})
