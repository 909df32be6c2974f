import { sessionStore } from '#web/shell/local-store.ts'

/** Session storage: the member, the order whose answer is missing, and what was chosen. */
const key = 'unansweredOrder'

/** The order that was sent last in this tab and whose outcome its member doesn't know; at most one. */
export const unansweredOrder = {
  keep: (memberId: string, orderId: string, choice: string): void =>
    sessionStore.set(key, `${memberId} ${orderId} ${choice}`),
  /** Null without one, and for any other member. */
  of: (memberId: string): { orderId: string; choice: string } | null => {
    const [owner, orderId = '', choice = ''] = sessionStore.get(key)?.split(' ') ?? []
    return owner === memberId ? { orderId, choice } : null
  },
  /** The member was told what became of it. */
  forget: (orderId: string): void => {
    if (sessionStore.get(key)?.split(' ')[1] === orderId) sessionStore.set(key, null)
  },
} as const
