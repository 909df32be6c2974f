import type { InputOf, OutputOf, RequestOf } from '#contract/core/endpoint.ts'
import { type EndpointName, type Endpoints, endpoints } from '#contract/index.ts'
import type { quitEndpoints } from '#contract/privacy/deactivation.ts'
import { openSession } from '#server/members/actions/open-session.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'

type RequestOfPerson = Person['request']
type Leave = Partial<InputOf<typeof quitEndpoints.deactivateAccount>>

const dayMs = 24 * 3_600_000

/** The steps of leaving, over HTTP. */
export const quitSteps = (world: () => TestWorld) => {
  const asking =
    (cookie: string): RequestOfPerson =>
    async <Name extends EndpointName>(name: Name, input: RequestOf<Endpoints[Name]>) => {
      const response = await world().request(endpoints[name].path, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
      return (await response.json()) as
        | OutputOf<Endpoints[Name]>
        | { type: 'error'; code: string; message: string }
    }
  return {
    quit: (person: Person, leave: Leave = {}) =>
      person.request('deactivateAccount', { reason: 'notUsing', confirm: true, ...leave }),
    /** Moves the server's clock to so many days from now. */
    passDays: (days: number) => {
      world().context.now = () => Date.now() + days * dayMs
    },
    /** Signs a deactivated member in. */
    signInClosed: async ({ id }: Person) => {
      const { cookieValue } = await openSession(world().context, world().context.db, {
        memberId: id,
        isFirstRegister: false,
        userAgent: '',
      })
      const cookie = `next-auth.session-token=${cookieValue}`
      return {
        cookie,
        request: asking(cookie),
        /** Reactivates the account, and continues with the cookie of the answer. */
        comeBack: async (): Promise<Person> => {
          const { path } = endpoints.cancelDeactivation
          const response = await world().request(path, {
            method: 'POST',
            headers: { cookie, 'content-type': 'application/json' },
            body: '{}',
          })
          const next = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
          const viewer = await world().context.sessions.ofCookies(next)
          if (!viewer) throw new Error(`not back: ${await response.text()}`)
          return { id, viewer, cookie: next, request: asking(next) }
        },
      }
    },
  }
}
