import type { CallRole } from '#contract/calls/calls.ts'
import { callsEndpoints } from '#contract/calls/calls.ts'
import { isFailure } from '#contract/core/client.ts'
import { SimulatedPerson } from '#test/helpers/simulated/simulated-person.ts'
import { createSimulatedBrowser } from '#test/helpers/simulated/simulated-sign-in.ts'
import type { CrowdMember, CrowdOptions } from './oracle/observations.ts'
import { waitFor } from './wait-for.ts'

const signInPatienceMs = 60_000

type Listeners = Pick<ConstructorParameters<typeof SimulatedPerson>[0], 'witness' | 'onRing'>

/** Signs in and opens a page; resolves when the server has answered it. */
export const openPage = async (
  { origin, password }: Pick<CrowdOptions, 'origin' | 'password'>,
  { memberId, mail }: CrowdMember,
  role: CallRole,
  listeners: Listeners,
): Promise<SimulatedPerson> => {
  const browser = createSimulatedBrowser(origin)
  let cookie = ''
  let refused = ''
  const signIn = async () => {
    const outcome = await browser
      .signIn('login', { email: mail, password })
      .catch(() => ({ refused: 'no answer' }))
    if ('cookie' in outcome) cookie = outcome.cookie
    else refused = JSON.stringify(outcome)
    return cookie !== ''
  }
  if (!(await waitFor(signIn, signInPatienceMs))) throw new Error(`${mail} could not sign in: ${refused}`)
  const person = new SimulatedPerson({ memberId, role, origin, cookie, ...listeners })
  const isSeen = async () => !isFailure(await person.request(callsEndpoints.getMyCall, {}))
  await waitFor(isSeen, signInPatienceMs)
  return person
}
