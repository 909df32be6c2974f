import { expect } from 'vitest'
import type { PushStandIn, Subscriber } from '#test/helpers/stand-ins/push-stand-in.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'

/** What people do with their browsers in the tests of push. */
export const pushSteps = (world: () => TestWorld, standIn: () => PushStandIn) => {
  /** A browser with a push service, not yet registered here. */
  const subscriber = async (person: Person): Promise<Subscriber> => {
    const answer = await person.request('getPushSetup', {})
    if (answer.type !== 'success' || answer.push.provider !== 'webPush') throw new Error('no web push')
    return standIn().subscribe(answer.push.publicKey)
  }
  const register = (person: Person, fcmToken: string, token = person.viewer.token) =>
    person.request('updateFcmToken', { token, fcmToken })
  return {
    subscriber,
    register,
    /** This person's browser allows notifications. */
    allow: async (person: Person): Promise<Subscriber> => {
      const made = await subscriber(person)
      expect(await register(person, made.json)).toEqual({ type: 'success' })
      return made
    },
    /** How many addresses of a person are stored. */
    kept: async (person: Person): Promise<number> => {
      const [row] = await world().database
        .sql`select count(*)::int as count from push_address where member_id = ${person.id}`
      return row?.count
    },
  }
}
