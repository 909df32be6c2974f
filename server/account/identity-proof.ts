import { sql } from 'kysely'
import { identityProofLifeMs } from '#contract/account/identity-proof.ts'
import type { Context } from '#server/context.ts'
import { idHashOf } from '#server/credentials/opaque-cookie.ts'
import type { Viewer } from '#server/members/sessions.ts'

/**
 * Whether this session must prove again that the account is the viewer's. A session that was ended elsewhere
 * must, because this process may cache it for another moment: it no longer can. An account without any method
 * of proof, for example one by nickname alone, belongs to the holder of its session.
 */
export const needsIdentityProof = async (
  { db, now, google }: Pick<Context, 'db' | 'now' | 'google'>,
  { sessionKey }: Pick<Viewer, 'sessionKey'>,
): Promise<boolean> => {
  const row = await db
    .selectFrom('session as s')
    .innerJoin('member as m', 'm.id', 's.member_id')
    .select([
      's.proved_at as provedAt',
      sql<boolean>`m.password_hash is not null or exists (select from passkey p where p.member_id = m.id)
        or (${google !== null}::boolean and exists (select from google_account g where g.member_id = m.id))`.as(
        'hasProof',
      ),
    ])
    .where('s.id_hash', '=', idHashOf(sessionKey))
    .where('s.revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row) return true
  return row.hasProof && now() - row.provedAt.getTime() >= identityProofLifeMs
}
