import type { CallRole } from '#contract/calls/calls.ts'
import type { StoredBody } from '#domain/chat/message.ts'
import type { ChatSides } from '#domain/chat/sides.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { type Posted, postMessage } from './post-message.ts'

export interface CallCard {
  sides: ChatSides
  dialler: CallRole
  body: Extract<StoredBody, { kind: 'call' | 'missedCall' }>
}

/**
 * Posts a call's card in the conversation of its sides and creates the conversation if there is none. It is
 * posted once, because the card has the call's id. A blocked pair gets no card.
 */
export const postCallCard = (
  context: Context,
  db: Db | Tx,
  { sides, dialler, body }: CallCard,
): Promise<Posted> => postMessage(context, db, { id: body.callId, sides, sender: dialler, body })
