import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { ChatMessage } from '#contract/chat/chat.ts'
import { postMessage } from '#server/chat/actions/post-message.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'

/**
 * What people do in a conversation; each step returns the server's answer on success, and throws otherwise.
 */
export const chatSteps = (world: () => TestWorld) => {
  const send = async (
    from: Person,
    to: Person,
    text: string,
    more: { messageId?: string; replyTo?: string } = {},
  ): Promise<ChatMessage> => {
    const answer = await from.request('sendTextMessage', {
      messageId: randomUUID(),
      partnerId: to.id,
      text,
      ...more,
    })
    if (answer.type === 'error') throw new Error(answer.code)
    return answer.message
  }

  /** Posts a text without its sender's limits; returns its id. */
  const place = async (from: Person, to: Person, text: string): Promise<string> => {
    const id = randomUUID()
    const isCaller = from.viewer.role === 'caller'
    const sides = isCaller
      ? { callerId: from.id, broadcasterId: to.id }
      : { callerId: to.id, broadcasterId: from.id }
    const { context } = world()
    const { status } = await postMessage(context, context.db, {
      id,
      sides,
      sender: isCaller ? 'caller' : 'broadcaster',
      body: { kind: 'text', text },
    })
    if (status !== 'sent') throw new Error(status)
    return id
  }

  /** An image that its owner has uploaded and not used yet. */
  const uploaded = async (owner: Person): Promise<string> => {
    const id = randomUUID().replaceAll('-', '')
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#e8a' } })
      .jpeg()
      .toBuffer()
    await world().context.storage.put(`images/${id}.jpg`, picture)
    await world().database.sql`
      insert into image (id, owner_id, kind, path, upload_id, width, height, bytes, stored_at, expires_at)
      values (${id}, ${owner.id}, 6, ${`${id}.jpg`}, ${randomUUID()}, 40, 30, 1000, now(), now() + interval '1 day')`
    return id
  }

  const history = async (viewer: Person, partner: Person, limit = 50) => {
    const answer = await viewer.request('getMoreMessages', {
      partnerId: partner.id,
      from: { at: 'newest' },
      limit,
    })
    if (answer.type === 'error') throw new Error(answer.code)
    return answer
  }

  const unreadOf = async (person: Person): Promise<number> => {
    const answer = await person.request('getUnreadCount', {})
    if (answer.type === 'error') throw new Error(answer.code)
    return answer.unread
  }

  const read = (person: Person, partner: Person, upToSeq: number) =>
    person.request('markReads', { partnerId: partner.id, upToSeq })

  /** Where the sides and numbers of all conversations differ from a recount; empty when all is well. */
  const chatDefects = async (): Promise<unknown[]> => [
    ...(await world().database.sql`select * from chat_check`),
  ]

  return { send, place, uploaded, history, unreadOf, read, chatDefects }
}

export const textsOf = (messages: readonly ChatMessage[]): string[] =>
  messages.flatMap(({ body }) => (body.kind === 'text' ? [body.text] : []))
