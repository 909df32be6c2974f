import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { handlers } from '#server/app/all-handlers.ts'
import { OperatorHandler } from '#server/operators/operator-handler.ts'
import { signInForm } from '../account/auth-world.ts'
import { createOperatorWorld, granted, type OperatorBrowser, type OperatorWorld } from './operator-world.ts'

const all = Object.entries(endpoints) as [keyof typeof endpoints, EndpointSpec][]
const ofOperators = all.filter(([, { access }]) => access === 'operator' || access === 'operatorSession')
const behindBoth = all.filter(([, { access }]) => access === 'operator')
const ofMembers = all.filter(([, { access }]) => access === 'session')

let world: OperatorWorld
let operator: OperatorBrowser
let halfway: OperatorBrowser
let member: OperatorBrowser
beforeAll(async () => {
  world = await createOperatorWorld()
  operator = await world.signedIn()
  halfway = world.operatorBrowser()
  granted(await halfway.request('operatorSignIn', { mail: world.mail, password: world.password }))
  member = world.operatorBrowser()
  await member.browser.post('/api/auth/callback/login', signInForm())
})
afterAll(() => world.close())

/** A request with an unreadable body, which an endpoint must not read before it has checked access. */
const knock = async ({ browser }: OperatorBrowser, { path }: EndpointSpec) => {
  const answer = await browser.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"x":',
  })
  return { status: answer.status, code: ((await answer.json()) as { code: string }).code }
}

describe("operators' endpoints", () => {
  it.each(ofOperators)('%s stays shut for a visitor and for a member', async (_name, spec) => {
    const shut = { status: 401, code: 'notLoggedIn' }
    expect(await knock(world.operatorBrowser(), spec)).toEqual(shut)
    expect(await knock(member, spec)).toEqual(shut)
  })

  it.each(behindBoth)('%s stays shut after the first step, and opens after both', async (_name, spec) => {
    expect(await knock(halfway, spec)).toEqual({ status: 401, code: 'secondStepMissing' })
    expect(await knock(operator, spec)).toEqual({ status: 400, code: 'malformedBody' })
  })

  it.each(ofMembers)("%s, a member's, stays shut for an operator", async (_name, spec) => {
    expect(await knock(operator, spec)).toEqual({ status: 401, code: 'notLoggedIn' })
    expect(await knock(member, spec)).toEqual({ status: 400, code: 'malformedBody' })
  })

  it.each(ofOperators)('%s takes nothing from another site', async (_name, { path }) => {
    const answer = await operator.browser.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://elsewhere.example' },
      body: '{}',
    })
    expect(answer.status).toBe(403)
  })

  it("an operator's session opens nothing as a member's cookie, nor the other way round", async () => {
    const [operatorName = '', operatorValue = ''] = [...operator.browser.cookies][0] ?? []
    const swapped = world.operatorBrowser()
    swapped.browser.cookies.set('next-auth.session-token', operatorValue)
    swapped.browser.cookies.set(operatorName, member.browser.cookies.get('next-auth.session-token') ?? '')
    expect(await swapped.request('getMyPoint', {})).toMatchObject({ code: 'notLoggedIn' })
    expect(await swapped.request('operatorMe', {})).toMatchObject({ code: 'notLoggedIn' })
  })

  it('have paths to which the cookie is sent', () => {
    for (const [, { path }] of ofOperators) expect(path).toMatch(/^\/api\/operator\//)
  })
})

describe('the audit log has a line for every endpoint', () => {
  it('except for these overviews, which are about nobody in particular', () => {
    const unheard = behindBoth
      .map(([name]) => [name, handlers[name] as unknown] as const)
      .filter(([, handler]) => !(handler instanceof OperatorHandler) || handler.reception === 'overview')
      .map(([name]) => name)
    expect(unheard.sort()).toEqual([
      'operatorAccount',
      'operatorAgeBands',
      'operatorApplicationSetting',
      'operatorAuditLog',
      'operatorBoardCategories',
      'operatorCampaigns',
      'operatorChatPrice',
      'operatorCourses',
      'operatorFunnel',
      'operatorGallerySetting',
      'operatorLedgerHealth',
      'operatorLegalDocument',
      'operatorLegalDocuments',
      'operatorLiveFlow',
      'operatorLiveRooms',
      'operatorMarketItems',
      'operatorMarketRules',
      'operatorMessagePage',
      'operatorMessagePages',
      'operatorMissions',
      'operatorNotices',
      'operatorOpenRefunds',
      'operatorPreviewMarkdown',
      'operatorRateBounds',
      'operatorSafetySetting',
      'operatorToday',
    ])
  })
})
