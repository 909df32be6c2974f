import { randomUUID } from 'node:crypto'
import {
  type GooglePerson,
  type GoogleStandIn,
  googleClient,
  openGoogleStandIn,
} from '#test/helpers/stand-ins/google-stand-in.ts'
import { type AuthWorld, type Browser, createAuthWorld } from './auth-world.ts'
import { postJson } from './mail-steps.ts'

export const googleSettings = ({ issuer }: GoogleStandIn) => ({
  PUBLIC_URL: 'http://localhost',
  GOOGLE_CLIENT_ID: googleClient.id,
  GOOGLE_CLIENT_SECRET: googleClient.secret,
  GOOGLE_ISSUER: issuer,
})

export const createGoogleWorld = async (): Promise<{ world: AuthWorld; google: GoogleStandIn }> => {
  const google = await openGoogleStandIn()
  return { world: await createAuthWorld(googleSettings(google)), google }
}

/** A person at Google without an account here. */
export const googlePerson = (answered: Partial<GooglePerson> = {}): GooglePerson => ({
  sub: randomUUID(),
  email: `${randomUUID()}@gmail.example`,
  email_verified: true,
  ...answered,
})

export const googleSteps = (world: () => AuthWorld, google: () => GoogleStandIn) => {
  let addresses = 0
  /** A browser in a network of its own. */
  const stranger = (): Browser => {
    addresses += 1
    return world().browser(`198.51.100.${addresses}`)
  }
  /** 「Googleでログイン」. @returns where the browser is sent to */
  const begin = async (browser: Browser, fields: Record<string, string> = {}): Promise<string> =>
    (await browser.post('/api/auth/signin/google', { callbackUrl: '/', ...fields })).url.href
  /** The browser opens an address that another site sent it to. @returns where it is sent on to */
  const open = async (browser: Browser, url: string): Promise<URL> => {
    const answer = await browser.fetch(url, {
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    })
    return new URL(answer.headers.get('location') ?? `status:${answer.status}`, url)
  }
  const signInAs = async (browser: Browser, person: GooglePerson, fields: Record<string, string> = {}) =>
    open(browser, google().consent(await begin(browser, fields), person))
  const memberOf = async (browser: Browser) => (await browser.session()).user
  const link = async (browser: Browser, person: GooglePerson): Promise<URL> => {
    const { url } = await postJson<{ url: string }>(browser, '/api/begin-google-link')
    return open(browser, google().consent(url, person))
  }
  const notices = async (memberId: string): Promise<string[]> =>
    (
      await world().database.sql<{ kind: string }[]>`
        select kind from member_notice where member_id = ${memberId} order by id`
    ).map(({ kind }) => kind)
  return { stranger, begin, open, signInAs, memberOf, link, notices }
}
