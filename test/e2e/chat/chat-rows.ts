import type { E2eApp } from '#test/helpers/e2e.ts'

const sentence = '今日はとても静かな夜ですね。さっきまで雨が降っていて、窓をあけると涼しい風が入ってきます。'

/**
 * Writes a conversation straight into the tables: `count` texts of the two in turn, a minute apart, the last
 * one just now, all read. The n-th one says 「n通目」, every seventh one has a few lines more.
 */
export const addConversation = async (
  { database: { sql } }: Pick<E2eApp, 'database'>,
  callerId: string,
  broadcasterId: string,
  count: number,
): Promise<void> => {
  const [conversation] = await sql<{ id: string }[]>`
    INSERT INTO conversation (caller_id, broadcaster_id, begun_by, begun_at, last_seq, revision, last_at)
    VALUES (${callerId}, ${broadcasterId}, ${callerId}, now(), ${count}, ${count}, now()) RETURNING id`
  const id = conversation?.id ?? ''
  await sql`
    INSERT INTO chat_side (member_id, partner_id, conversation_id, last_at, read_seq)
    VALUES (${callerId}, ${broadcasterId}, ${id}, now(), ${count}),
      (${broadcasterId}, ${callerId}, ${id}, now(), ${count})`
  await sql`
    INSERT INTO chat_message (id, conversation_id, seq, revision, sender_id, sent_at, kind, body)
    SELECT gen_random_uuid(), ${id}, n, n,
      CASE WHEN n % 2 = 0 THEN ${broadcasterId} ELSE ${callerId} END,
      date_trunc('milliseconds', now()) - (${count} - n) * interval '1 minute', 'text',
      jsonb_build_object('text', n || '通目' || CASE WHEN n % 7 = 0 THEN repeat(${`\n${sentence}`}, n % 3 + 1) ELSE '' END)
    FROM generate_series(1, ${count}::int) n`
}
