import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploadDocumentPath } from '#contract/applications/applications.ts'
import { uploadImagePath } from '#contract/images/images.ts'
import { endpoints } from '#contract/index.ts'
import { uploadOperatorImagePath } from '#contract/legal/operator/message-pages.ts'
import { monitoringPath } from '#contract/monitoring/monitoring.ts'
import { openApiPath } from '#contract/openapi.ts'
import { receiptKeysPath } from '#contract/receipts/receipts.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  world.request(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })

describe('the api', () => {
  it.each([
    ['GET', '/api/nothing-here'],
    ['POST', '/api/nothing-here'],
    ['GET', '/api'],
    ['POST', '/api/img/nothing/more'],
    ['POST', '/api/media/whop/1'],
  ])('answers %s %s with 404 in JSON', async (method, path) => {
    const answer = await world.request(path, { method })
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({
      type: 'error',
      code: 'unknownPath',
      message: expect.any(String),
    })
  })

  it.each([
    ['no JSON', '{', {}, 400, 'malformedBody'],
    ['JSON of another shape', '[]', {}, 400, 'badInput'],
    ['a missing field', '{}', {}, 400, 'badInput'],
    ['a wrong type', '{"userId":5}', {}, 400, 'badInput'],
    ['a form', 'userId=5', { 'content-type': 'application/x-www-form-urlencoded' }, 400, 'malformedBody'],
    ['too much', `{"userId":"${'1'.repeat(70_000)}"}`, {}, 413, 'bodyTooLarge'],
    ["another site's page", '{"userId":"5"}', { origin: 'https://elsewhere.example' }, 403, 'foreignOrigin'],
    ['an unparseable origin', '{"userId":"5"}', { origin: 'null' }, 403, 'foreignOrigin'],
  ])('refuses %s', async (_name, body, headers, status, code) => {
    const answer = await post('/api/get-user-inf-for-web', body, headers)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ type: 'error', code })
  })

  it('refuses a visitor before it looks at the body', async () => {
    for (const endpoint of Object.values(endpoints).filter((each) => each.access === 'session')) {
      const answer = await post(endpoint.path, '{"x":')
      expect(answer.status, endpoint.path).toBe(401)
      expect(await answer.json()).toEqual({
        type: 'error',
        code: 'notLoggedIn',
        message: 'ログインしていません',
      })
    }
  })

  it('limits the visitors of a network together, but no member and no probe of the health', async () => {
    const headers = { 'content-type': 'application/json' }
    const request = (cookie = '') =>
      world.request(
        '/api/get-my-address',
        { method: 'POST', body: '{}', headers: { ...headers, cookie } },
        '198.51.100.7',
      )
    const statuses = await Promise.all(Array.from({ length: 3_001 }, async () => (await request()).status))
    expect(statuses.filter((status) => status !== 200)).toEqual([429])
    expect((await request((await world.caller()).cookie)).status).toBe(200)
    expect((await world.request('/api/health', { method: 'GET' }, '198.51.100.7')).status).toBe(200)
  })

  it.each([
    ['GET', uploadImagePath, 'POST'],
    ['PUT', uploadDocumentPath, 'POST'],
    ['DELETE', uploadOperatorImagePath, 'POST'],
    ['GET', monitoringPath, 'POST'],
    ['PUT', '/api/img/nothing', 'GET, HEAD'],
    ['POST', openApiPath, 'GET, HEAD'],
    ['POST', receiptKeysPath, 'GET, HEAD'],
    ['PUT', '/api/media/whip/1', 'GET, HEAD, POST, OPTIONS'],
    ['PATCH', '/api/media/whep/1', 'GET, HEAD, POST, OPTIONS'],
    ['PATCH', '/api/media/resource/1/2', 'GET, HEAD, DELETE, OPTIONS'],
    ['GET', '/api/webhooks/square', 'POST'],
    ['HEAD', '/api/get-my-point', 'POST'],
    ['OPTIONS', '/api/get-my-point', 'POST'],
  ])('answers %s %s with 405 and the methods that the path has', async (method, path, allow) => {
    const answer = await world.request(path, { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
    if (method !== 'HEAD') expect(await answer.json()).toMatchObject({ code: 'methodNotAllowed' })
  })

  it('says nothing of its inside when it breaks', async () => {
    const caller = await world.caller()
    await world.database.sql`alter table member_state rename to member_state_away`
    const answer = await caller.request('getRecommendedUsers', {})
    await world.database.sql`alter table member_state_away rename to member_state`
    expect(answer).toEqual({
      type: 'error',
      code: 'serverFailure',
      message: 'サーバーとの通信に失敗しました',
    })
  })
})
