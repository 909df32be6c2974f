import type { Context } from '#server/context.ts'
import type { Client } from '#server/http/handlers.ts'
import { recordAudit } from '../audit.ts'
import { type Operator, revokeOperatorSessions } from '../operator-sessions.ts'

/** Ends the session of this browser, at once and in every process. */
export const signOutOperator = (context: Context, operator: Operator, client: Client): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    await revokeOperatorSessions(context, tx, { sessionKey: operator.sessionKey })
    await recordAudit(tx, {
      operatorId: operator.id,
      address: client.address,
      action: 'signOut',
      subject: null,
    })
  })
