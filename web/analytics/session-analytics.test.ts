// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import type { Session } from '#contract/account/account.ts'
import { createAuthClient } from '#web/session/auth-client.ts'
import { analyticsId } from './analytics-id.ts'
import { followSession } from './session-analytics.ts'

const session: Session = {
  user: { id: '10482736', token: 'token', name: '太郎', isFirstRegister: false },
  expires: '2027-01-01T00:00:00.000Z',
}

const router = { state: { location: { pathname: '/' } }, subscribe: () => () => undefined }

const setCookie = (pair: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the tag sets its own
  document.cookie = `${pair}; path=/`
}

beforeEach(() => {
  localStorage.clear()
  for (const name of ['_ga', '_ga_TEST1234', 'cm_code'])
    setCookie(`${name}=; expires=${new Date(0).toUTCString()}`)
})

/** A page whose analytics record in `log` what happens to them. */
const openPage = (seen: Session | null | undefined) => {
  const log: string[] = []
  const client = createAuthClient()
  followSession(client, router, async () => {
    log.push('loaded')
    return () => {
      log.push('started')
      return () => log.push('ended')
    }
  })
  client.seed(seen)
  /** Until every promise that was made is settled. */
  const settled = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  return { client, log, settled }
}

const leaveTraces = () => {
  localStorage.setItem('ga_user_id', '123.456')
  for (const pair of ['_ga=GA1.1.123.456', '_ga_TEST1234=GS1.1', 'cm_code=autumn']) setCookie(pair)
}

test('a visitor’s page loads nothing of analytics', async () => {
  const page = openPage(null)
  await page.settled()
  expect(page.log).toEqual([])
})

test('loads nothing while the page does not know who uses it', async () => {
  const page = openPage(undefined)
  await page.settled()
  expect(page.log).toEqual([])
})

test('they run with a session and end with it', async () => {
  const page = openPage(session)
  await page.settled()
  expect(page.log).toEqual(['loaded', 'started'])
  page.client.seed(null)
  expect(page.log).toEqual(['loaded', 'started', 'ended'])
})

test('they never start when the session ends while their code is on its way', async () => {
  const page = openPage(session)
  page.client.seed(null)
  await page.settled()
  expect(page.log).toEqual(['loaded'])
})

test('a renewed session starts nothing twice', async () => {
  const page = openPage(session)
  page.client.seed({ ...session, user: { ...session.user, token: 'renewed' } })
  await page.settled()
  expect(page.log).toEqual(['loaded', 'started'])
})

test.each([
  ['the end of a session', session],
  ['the first page of a visitor', undefined],
])('%s deletes the client id and the tag’s cookies, and nothing else', async (_, before) => {
  const page = openPage(before)
  await page.settled()
  leaveTraces()
  page.client.seed(null)
  expect(analyticsId()).toBe('')
  expect(document.cookie).toBe('cm_code=autumn')
})
