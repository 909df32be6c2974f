import type * as z from 'zod/mini'
import { type Passkey, type passkeyAttestation, passkeysMax } from '#contract/account/passkeys.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { firstPasskeyName } from '#domain/account/passkey.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { OpenedSession } from '#server/members/actions/open-session.ts'
import { rotateSession } from '#server/members/actions/rotate-session.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { notifyOwner } from '../../notify-owner.ts'
import { passkeyCountOf, shownColumns, toPasskey } from '../queries.ts'
import type { RelyingParty } from '../relying-party.ts'
import { type NewPasskey, verifyAttestation } from '../verify-attestation.ts'

interface Registered {
  passkey: Passkey
  session: OpenedSession
}

type RegistrationRefusal = 'passkeysFull' | 'passkeyNotTaken'

/** Stores the viewer's new passkey. The session is rotated, and the member is notified. */
export const finishPasskeyRegistration = async (
  context: Context,
  viewer: Viewer,
  relyingParty: RelyingParty,
  input: { attestation: z.infer<typeof passkeyAttestation>; userAgent: string },
): Promise<Registered | Refusal<RegistrationRefusal>> => {
  const { memberId, sessionKey } = viewer
  const made = await verifyAttestation(context, relyingParty, input.attestation, { registersIn: sessionKey })
  if (!made) return refuse('passkeyNotTaken')
  const { userAgent } = input
  const name = firstPasskeyName(userAgent)
  const registered = await inTransaction<Registered | Refusal<RegistrationRefusal>>(
    context.db,
    async (tx) => {
      await lockName(tx, `passkeys:${memberId}`)
      if ((await passkeyCountOf(tx, memberId)) >= passkeysMax) return refuse('passkeysFull')
      const at = new Date(context.now())
      const passkey = await insertPasskey(tx, { memberId, name, at, made })
      if (!passkey) return refuse('passkeyNotTaken')
      const session = await rotateSession(context, tx, sessionKey)
      if (!session) return refuse('passkeyNotTaken')
      await notifyOwner(context, tx, 'passkeyAdded', {
        memberId,
        sessionKey: session.sessionKey,
        userAgent,
      })
      return { passkey, session }
    },
  )
  if (!isRefusal(registered)) context.sessions.evict(sessionKey)
  return registered
}

/** Null when the same passkey is stored already, here or in another account, which isn't notified. */
const insertPasskey = async (
  tx: Tx,
  { memberId, name, at, made }: { memberId: string; name: string; at: Date; made: NewPasskey },
): Promise<Passkey | null> => {
  const { credential, credentialDeviceType, credentialBackedUp } = made
  const row = await tx
    .insertInto('passkey')
    .values({
      member_id: memberId,
      credential_id: Buffer.from(credential.id, 'base64url'),
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      is_backup_eligible: credentialDeviceType === 'multiDevice',
      is_backed_up: credentialBackedUp,
      transports: credential.transports ?? [],
      name,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(shownColumns)
    .executeTakeFirst()
  return row ? toPasskey(row) : null
}
