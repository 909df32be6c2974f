import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { idHashOf } from '#server/credentials/opaque-cookie.ts'
import { isOwnToken } from '#server/members/body-token.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { storeAddress } from '../addresses.ts'

/** Registers the push address of the viewer's browser, or refreshes it. */
export const registerAddress = async (
  { db, push }: Pick<Context, 'db' | 'push'>,
  viewer: Viewer,
  input: { token: string; fcmToken: string },
): Promise<null | Refusal<'forbidden' | 'pushAddressWrong'>> => {
  if (!isOwnToken(viewer, input.token)) return refuse('forbidden')
  const address = push.service.addressOf(input.fcmToken)
  if (!address) return refuse('pushAddressWrong')
  const owner = { memberId: viewer.memberId, sessionHash: idHashOf(viewer.sessionKey) }
  await db.transaction().execute((tx) => storeAddress(tx, owner, push.service, address))
  return null
}
