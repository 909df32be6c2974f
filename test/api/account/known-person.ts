import { randomInt, randomUUID } from 'node:crypto'
import type { StorageKey } from '#adapters/storage/port.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'
import { chatSteps } from '../chat/chat-steps.ts'
import { jpeg } from '../images/upload-steps.ts'
import { comment, post } from '../timeline/timeline-steps.ts'

/** A member whose every trace is a text that occurs nowhere else in the database. */
export interface KnownPerson {
  person: Person
  /** Has exchanged messages, calls, a review and a favourite with this person. */
  partner: Person
  /** The texts by what they are. */
  strings: Record<string, string>
  files: StorageKey[]
}

/**
 * Marks a text with 12 random letters so that it can be found anywhere. Digits would look like a phone
 * number.
 */
const mark = (what: string): string => {
  const letters = randomUUID().replace(/[-\d]/g, (digit) =>
    digit === '-' ? '' : ('ghijklmnop'[Number(digit)] ?? ''),
  )
  return `印${what}${letters.slice(0, 12)}`
}

export const knownPersonSteps = (world: () => TestWorld) => {
  const { send } = chatSteps(world)
  const sql = () => world().database.sql

  const addImage = async (owner: Person, purpose: 'avatar' | null): Promise<string> => {
    const id = randomUUID().replaceAll('-', '')
    await world().context.storage.put(`images/${id}.jpg`, await jpeg())
    await sql()`
      insert into image (id, owner_id, kind, purpose, path, upload_id, width, height, bytes, stored_at, expires_at)
      values (${id}, ${owner.id}, ${purpose === 'avatar' ? 1 : 6}, ${purpose}, ${`${id}.jpg`}, ${randomUUID()}, 40, 30,
        1000, now(), ${purpose === 'avatar' ? null : new Date(Date.now() + 86_400_000)})`
    return id
  }

  /** A flagged thread that its author deleted: operators still read what it said. */
  const flaggedThreadOf = async (author: Person, text: string): Promise<void> => {
    const threadId = randomUUID()
    await sql()`
      insert into board_thread (id, category_id, author_id, title, grams)
      values (${threadId}, 'talk', ${author.id}, ${text}, '{}')`
    await sql()`
      insert into board_post (id, thread_id, number, author_id, mark, text, flags, removed_at, evidence)
      values (${threadId}, ${threadId}, 1, ${author.id}, 'mark', '', 1, now(), ${text})`
  }

  /** The traces of both kinds of members. */
  const known = async (person: Person, partner: Person): Promise<KnownPerson> => {
    const strings: Record<string, string> = {
      name: mark('名'),
      email: `${mark('m').replace('印', '')}@example.jp`,
      region: mark('県'),
      bio: mark('紹介'),
      job: mark('職'),
      tag: mark('タグ'),
      text: mark('文'),
      unsentText: mark('取消'),
      review: `${mark('感想')}ありがとう`,
      comment: mark('理由'),
      device: mark('端末'),
      agent: mark('Browser'),
      report: mark('通報'),
      live: mark('配信'),
    }
    const avatar = await addImage(person, 'avatar')
    const picture = await addImage(person, null)
    await sql()`
      update member set name = ${strings.name ?? ''}, email = ${strings.email ?? ''}, password_hash = 'x',
        region = ${strings.region ?? ''}, avatar_id = ${avatar}, device_key = ${strings.device ?? ''},
        born_on = '1990-04-01', born_on_stated_at = now()
      where id = ${person.id}`
    await sql()`update session set user_agent = ${strings.agent ?? ''} where member_id = ${person.id}`
    // Before they write, so that the report stores no messages as evidence.
    await person.request('addReport', {
      reportId: randomUUID(),
      partnerId: partner.id,
      surface: 'profile',
      reason: 'other',
      text: strings.report ?? '',
    })
    const own = await post(person, {
      text: strings.text ?? '',
      poll: { choices: ['はい', 'いいえ'], days: 1 },
    })
    const theirs = await post(partner, { poll: { choices: ['はい', 'いいえ'], days: 1 } })
    const { postId } = person.viewer.role === 'caller' ? theirs : own
    await comment(person, postId, strings.text ?? '')
    await person.request('likeTimeline', { postId, isLiked: true })
    await person.request('voteTimeline', { postId, choice: 0 })
    await person.request('visitTimeline', {})
    await flaggedThreadOf(person, strings.text ?? '')
    await send(person, partner, strings.text ?? '')
    const unsent = await send(person, partner, strings.unsentText ?? '')
    await person.request('unsendMessage', { messageId: unsent.id })
    await person.request('sendImageFromWeb', {
      messageId: randomUUID(),
      partnerId: partner.id,
      imageId: picture,
      imagePoints: null,
    })
    const answered = await send(partner, person, 'そうですね')
    await send(person, partner, `${strings.text}も`, { replyTo: answered.id })
    await send(partner, person, 'はい', { replyTo: (await send(person, partner, `${strings.text}?`)).id })
    await person.request('addBookmark', { token: person.viewer.token, partnerId: partner.id })
    await partner.request('addBookmark', { token: partner.viewer.token, partnerId: person.id })
    await sql()`
      insert into outgoing_mail (member_id, recipient, subject, body, created_at, expires_at, next_try_at, sent_at)
      values (${person.id}, ${strings.email ?? ''}, ${strings.name ?? ''}, null, now(), now(), now(), now())`
    return { person, partner, strings, files: [`images/${avatar}.jpg`, `images/${picture}.jpg`] }
  }

  /** A room in which the caller wrote, and ordered what the broadcaster named. */
  const liveRoomOf = async (
    broadcaster: Person,
    caller: Person,
    { text, name }: { text: string; name: string },
  ): Promise<void> => {
    const [roomId, visitId] = [randomUUID(), randomUUID()]
    await sql()`insert into live_room (id, broadcaster_id, title, source, watch_points_per_min, ended_at, end_reason, next_seq)
      values (${roomId}, ${broadcaster.id}, '弾き語り', 'browser', 200, now(), 'byBroadcaster', 4)`
    await sql()`insert into call (id, kind, caller_id, broadcaster_id, dialler_id, rate_points_per_min, phase, connected_at,
        ended_at, end_reason, origin, live_room_id)
      values (${visitId}, 'video', ${caller.id}, ${broadcaster.id}, ${caller.id}, 200, 'ended', now(), now(), 'byCaller',
        'sideWatch', ${roomId})`
    await sql()`insert into live_entry (room_id, seq, id, kind, member_id, text, item_id, item_name)
      values (${roomId}, 1, ${randomUUID()}, 'comment', ${caller.id}, ${text}, null, null),
        (${roomId}, 2, ${randomUUID()}, 'menu', ${caller.id}, '', 'item', ${name}),
        (${roomId}, 3, ${randomUUID()}, 'goal', null, ${name}, null, null)`
    await sql()`insert into live_goal (id, room_id, name, unit, target, bonus_points, bonus_percent)
      values (${randomUUID()}, ${roomId}, ${name}, 'count', 5, 0, 20)`
    await sql()`insert into live_menu_item (id, broadcaster_id, name, points, seconds, position)
      values (${randomUUID()}, ${broadcaster.id}, ${name}, 100, 10, 0)`
  }

  return {
    knownCaller: async (): Promise<KnownPerson> => {
      const [caller, broadcaster] = [await world().caller(500), await world().broadcaster()]
      const made = await known(caller, broadcaster)
      const { strings } = made
      await sql()`
        insert into gallery_claim (command_id, item_id, reason, text, member_id)
        values (${randomUUID()}, ${randomUUID()}, 'other', ${strings.report ?? ''}, ${caller.id})`
      await sql()`
        insert into gallery_request (id, caller_id, broadcaster_id, wish, points, phase, hold_id, expires_at)
        values (${randomUUID()}, ${caller.id}, ${broadcaster.id}, ${strings.text ?? ''}, 100, 'expired', ${-randomInt(1e9)},
          now())`
      await sql()`
        insert into caller_profile (member_id, job, bio, tags)
        values (${caller.id}, ${strings.job ?? ''}, ${strings.bio ?? ''}, ${[strings.tag ?? '']})`
      await sql()`
        insert into review (author_id, target_id, author_label, score, description)
        values (${caller.id}, ${broadcaster.id}, ${`${strings.region}・20代`}, 5, ${strings.review ?? ''})`
      await liveRoomOf(broadcaster, caller, { text: strings.live ?? '', name: 'ゆらゆら' })
      return made
    },
    knownBroadcaster: async (): Promise<KnownPerson> => {
      const [broadcaster, caller] = [await world().broadcaster(), await world().caller(500)]
      const made = await known(broadcaster, caller)
      const { strings } = made
      await sql()`
        insert into gallery_item (id, owner_id, kind, title, tags, price, state, refusal_reason, refusal_message)
        values (${randomUUID()}, ${broadcaster.id}, 'image', ${strings.text ?? ''}, ${[strings.tag ?? '']}, 0, 'refused',
          'other', ${strings.text ?? ''})`
      await sql()`
        update broadcaster set job = ${strings.job ?? ''}, bio = ${strings.bio ?? ''}, tags = ${[strings.tag ?? '']}
        where member_id = ${broadcaster.id}`
      await sql()`
        with r as (
          insert into review (author_id, target_id, author_label, score, description)
          values (${caller.id}, ${broadcaster.id}, '東京・20代', 5, '楽しい時間をありがとうございました') returning id)
        insert into review_answer (review_id, text) select id, ${strings.review ?? ''} from r`
      await liveRoomOf(broadcaster, caller, { text: 'こんばんは', name: strings.live ?? '' })
      return made
    },
    /** Every column of the whole database that contains one of the texts, and which one. */
    placesNaming: async ({ strings }: KnownPerson): Promise<{ place: string; what: string }[]> => {
      const columns = await sql()<{ table: string; column: string; type: string }[]>`
        select c.table_name as table, c.column_name as column, c.data_type as type
        from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
          and c.data_type in ('text', 'character varying', 'jsonb', 'json', 'bytea', 'ARRAY')`
      const texts = Object.values(strings)
      const found: { place: string; what: string }[] = []
      for (const { table, column, type } of columns) {
        const value = (nth: number) => (type === 'bytea' ? `convert_to($${nth}, 'UTF8')` : `$${nth}`)
        const held = type === 'bytea' ? `"${column}"` : `"${column}"::text`
        const tests = texts.map(
          (_, index) => `bool_or(position(${value(index + 1)} in ${held}) > 0) as t${index}`,
        )
        const [answer] = await sql().unsafe(`select ${tests.join()} from "${table}"`, texts)
        for (const [index, what] of Object.keys(strings).entries())
          if (answer?.[`t${index}`]) found.push({ place: `${table}.${column}`, what })
      }
      return found
    },
  }
}
