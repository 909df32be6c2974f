import type { accountEndpoints } from '../../contract/account.ts'
import type { HandlersOf } from '../http/handlers.ts'
import { memberById } from './queries.ts'

export const accountHandlers: HandlersOf<typeof accountEndpoints> = {
  getMyUserInfo: async ({ context, viewer }) => {
    const member = await memberById(context.db, viewer.memberId)
    if (!member) throw new Error(`session of a missing member ${viewer.memberId}`)
    const { deviceKey: _, registeredAt, ...user } = member
    return { type: 'success', user: { ...user, registeredAt: registeredAt.toISOString() } }
  },
}
