import { isRefusal, type Refusal } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import type { OpenedSession } from '#server/members/actions/open-session.ts'

/**
 * One line for each sign-in that succeeded or was refused: the method, and the member or the reason; never
 * the address.
 */
export const logSignIn = (
  { log }: Pick<Context, 'log'>,
  provider: string,
  opened: OpenedSession | Refusal,
): void => {
  if (isRefusal(opened)) log.info('sign-in-refused', { provider, code: opened.refused })
  else log.info('sign-in', { provider, memberId: opened.memberId })
}
