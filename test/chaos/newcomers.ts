import { call, isFailure } from '#contract/core/client.ts'
import { pointsEndpoints } from '#contract/points/points.ts'
import { createSimulatedBrowser } from '#test/helpers/simulated/simulated-sign-in.ts'
import type { NewcomerObservation } from './oracle/observations.ts'
import { pass, waitFor } from './wait-for.ts'

const patienceMs = 60_000
const retryEveryMs = 500
/** The answer to a device that is already registered (Specification 8). */
const isRegistered = 'すでに登録されています'

/**
 * People who register by nickname, each from a device and an address of their own, and look at their first points.
 * They try again with the same device until an answer says that they are registered.
 */
export const createNewcomers = (origin: string, everyMs: number) => {
  const stories: NewcomerObservation[] = []
  let isStopped = false

  const register = async (number: number): Promise<void> => {
    const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
    const browser = createSimulatedBrowser(origin, address)
    const story: NewcomerObservation = {
      name: `新人${number}`,
      memberId: null,
      cookie: '',
      point: null,
    }
    const isIn = async () => {
      const outcome = await browser.signIn('register', { name: story.name }).catch(() => null)
      if (outcome && 'cookie' in outcome) Object.assign(story, outcome)
      const isDone = outcome !== null && ('cookie' in outcome || outcome.refused === isRegistered)
      if (!isDone) await pass(retryEveryMs)
      return isDone
    }
    if (!(await waitFor(isIn, patienceMs))) return
    stories.push(story)
    if (story.memberId === null) return
    const looksIntoWallet = async () => {
      const options = { origin, headers: { cookie: story.cookie } }
      const answer = await call(pointsEndpoints.getMyPoint, {}, options)
      if (!isFailure(answer)) story.point = answer.point
      else await pass(retryEveryMs)
      return !isFailure(answer)
    }
    await waitFor(looksIntoWallet, patienceMs)
  }

  return {
    stories,
    run: async (): Promise<void> => {
      for (let number = 1; !isStopped; number += 1) {
        await register(number)
        await pass(everyMs)
      }
    },
    stop: () => {
      isStopped = true
    },
  }
}
