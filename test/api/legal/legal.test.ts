import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RequestOf } from '#contract/core/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import { legalDocuments } from '#contract/legal/legal-documents.ts'
import { insertFirstTexts } from '#server/legal/first-texts.ts'
import { registrationForm } from '../account/auth-world.ts'
import {
  createOperatorWorld,
  granted,
  type OperatorBrowser,
  type OperatorWorld,
} from '../operators/operator-world.ts'

let world: OperatorWorld
let operator: OperatorBrowser
beforeAll(async () => {
  world = await createOperatorWorld()
  await insertFirstTexts(world.context)
  operator = await world.signedIn()
})
afterAll(() => world.close())

type Publish = RequestOf<Endpoints['operatorPublishLegalDocument']>

const inForce = async (document: Publish['document']) =>
  granted(await operator.request('getLegalDocument', { document })).page.version.number

/** A next version of the terms, with the given changes. */
const edition = async (change: Partial<Publish> = {}): Promise<Publish> => ({
  id: randomUUID(),
  document: 'terms',
  basedOn: await inForce(change.document ?? 'terms'),
  markdown: `## 第1条\n\n版 ${randomUUID()}`,
  changeSummary: '料金の計算方法を、くわしく書きました。',
  asksConsent: false,
  ...change,
})
const publish = (edition: Publish) => operator.request('operatorPublishLegalDocument', edition)

let addresses = 0
const registered = async () => {
  addresses += 1
  const member = world.operatorBrowser(`198.51.100.${addresses}`)
  await member.browser.post('/api/auth/callback/register', registrationForm('みなと'))
  return member
}
const agreementsOf = async (member: OperatorBrowser) => granted(await member.request('getAgreements', {}))

describe('the legal pages', () => {
  it.each(legalDocuments)('contain %s from the first start on, for everybody', async (document) => {
    const { page } = granted(await world.operatorBrowser().request('getLegalDocument', { document }))
    expect(page).toMatchObject({ document, version: { number: 1, asksConsent: false, changeSummary: '' } })
    expect(page.html.length).toBeGreaterThan(500)
    expect(page.html).not.toContain('[[')
  })

  it('a second start publishes nothing again', async () => {
    granted(await publish(await edition({ document: 'community' })))
    await insertFirstTexts(world.context)
    expect(await inForce('community')).toBe(2)
  })
})

describe('a new version', () => {
  it('has the next number, and earlier versions stay readable as they were', async () => {
    const { page: first } = granted(await operator.request('getLegalDocument', { document: 'tokushoho' }))
    const next = await edition({ document: 'tokushoho', markdown: '新しい**本文**' })
    expect(granted(await publish(next)).number).toBe(2)
    const { page } = granted(await operator.request('getLegalDocument', { document: 'tokushoho' }))
    expect(page.html).toBe('<p>新しい<strong>本文</strong></p>')
    expect(page.versions.map(({ number }) => number)).toEqual([2, 1])
    expect(page.version.publishedAt).toBe(new Date(world.clock.nowMs).toISOString())
    const old = granted(
      await operator.request('getLegalDocument', { document: 'tokushoho', version: 1 }),
    ).page
    expect(old.html).toBe(first.html)
    expect(await operator.request('getLegalDocument', { document: 'tokushoho', version: 3 })).toMatchObject({
      code: 'notFound',
    })
  })

  it('is published once, however often it is sent, and leaves its line in the audit log', async () => {
    const next = await edition()
    const { number } = granted(await publish(next))
    expect(granted(await publish(next)).number).toBe(number)
    expect(await publish({ ...next, markdown: '別の本文' })).toMatchObject({ code: 'idempotencyMismatch' })
    expect(await inForce('terms')).toBe(number)
    expect((await world.audit()).at(-1)).toMatchObject({
      action: 'operatorPublishLegalDocument',
      subject: 'legal:terms',
      operator: world.mail,
    })
    const { versions } = granted(await operator.request('operatorLegalDocument', { document: 'terms' }))
    expect(versions[0]).toMatchObject({ number, publishedBy: world.mail })
    expect(versions.at(-1)).toMatchObject({ number: 1, publishedBy: null })
  })

  it('of two operators at once is published once: the other one has to reload', async () => {
    const editions = await Promise.all([edition(), edition()])
    const answers = await Promise.all(editions.map(publish))
    const refused = answers.filter((answer) => 'code' in answer)
    expect(refused).toMatchObject([{ code: 'legalVersionOld' }])
  })

  it.each([
    ['legalTextEmpty', { markdown: ' \n ' }],
    ['legalSummaryMissing', { changeSummary: ' ' }],
    ['legalConsentUnfit', { document: 'shikin', asksConsent: true }],
  ] as const)('is refused with %s', async (code, change) => {
    expect(await publish(await edition(change))).toMatchObject({ code })
  })

  it('is refused when nothing changed', async () => {
    const { markdown } = granted(await operator.request('operatorLegalDocument', { document: 'privacy' }))
    expect(await publish(await edition({ document: 'privacy', markdown: `${markdown}\n` }))).toMatchObject({
      code: 'legalUnchanged',
    })
  })

  it('can be changed and deleted by nobody, not even by the program', async () => {
    const { sql } = world.context
    await expect(sql`update legal_version set markdown = 'x'`).rejects.toThrow('insert only')
    await expect(sql`delete from legal_version where number = 2`).rejects.toThrow('insert only')
    await expect(sql`update member_agreement set version = 1`).rejects.toThrow('insert only')
  })
})

describe('consent', () => {
  it('is given by registering, to the versions in force then', async () => {
    const terms = await inForce('terms')
    const member = await registered()
    expect(await agreementsOf(member)).toMatchObject({
      agreements: [
        { document: 'privacy', version: 1 },
        { document: 'terms', version: terms },
      ],
      due: [],
    })
  })

  it('is requested again when a version asks for it, with all changes since', async () => {
    const member = await registered()
    granted(await publish(await edition({ changeSummary: '誤字を直しました。' })))
    expect((await agreementsOf(member)).due).toEqual([])
    world.clock.nowMs += 1_000
    const { number } = granted(
      await publish(await edition({ changeSummary: '返金の条件を変えました。', asksConsent: true })),
    )
    expect((await agreementsOf(member)).due).toEqual([
      {
        document: 'terms',
        version: number,
        publishedAt: new Date(world.clock.nowMs).toISOString(),
        changes: ['誤字を直しました。', '返金の条件を変えました。'],
      },
    ])
    world.clock.nowMs += 1_000
    granted(await member.request('agree', { agreements: [{ document: 'terms', version: number }] }))
    const agreedAt = new Date(world.clock.nowMs).toISOString()
    world.clock.nowMs += 1_000
    granted(await member.request('agree', { agreements: [{ document: 'terms', version: number }] }))
    const after = await agreementsOf(member)
    expect(after.due).toEqual([])
    expect(after.agreements[0]).toEqual({ document: 'terms', version: number, agreedAt })
  })

  it('is not requested from members who register afterwards', async () => {
    granted(await publish(await edition({ document: 'privacy', asksConsent: true })))
    expect((await agreementsOf(await registered())).due).toEqual([])
  })

  it('is not given to a version that is no longer in force', async () => {
    const member = await registered()
    const { number } = granted(await publish(await edition({ asksConsent: true })))
    granted(await publish(await edition({ document: 'privacy', asksConsent: true })))
    const privacy = await inForce('privacy')
    granted(await publish(await edition()))
    expect(
      await member.request('agree', {
        agreements: [
          { document: 'privacy', version: privacy },
          { document: 'terms', version: number },
        ],
      }),
    ).toMatchObject({ code: 'legalVersionOld' })
    expect((await agreementsOf(member)).due).toHaveLength(2)
  })
})
