/** The real app in a process of its own, with one live room that every caller watches. */
import { randomUUID } from 'node:crypto'
import { answerCpuQuestions } from '#bench/poll/poll-cpu.ts'
import { addBenchMembers } from '#bench/shared/members.ts'
import { startApp } from '#server/app/main.ts'
import { signToken } from '#server/calls/media/tokens.ts'
import type { RoomPage } from './live-comments-pages.ts'

export interface LiveApp {
  url: string
  roomId: string
  pages: RoomPage[]
}

const app = await startApp(process.env)
const { sql, secret } = app.context
const { callers, broadcasters } = await addBenchMembers(sql, Number(process.env.BENCH_MEMBERS))
const roomId = randomUUID()
await sql`
  insert into live_room (id, broadcaster_id, title, source, watch_points_per_min, deadline_at)
  values (${roomId}, ${broadcasters[0]?.id ?? ''}, '測定', 'browser', 200, now() + interval '1 day')`
const callIds = callers.map(() => randomUUID())
await sql`
  insert into call (id, kind, caller_id, broadcaster_id, dialler_id, rate_points_per_min, phase, connected_at, origin,
    live_room_id)
  select v.id::uuid, 'video', v.caller, ${broadcasters[0]?.id ?? ''}, v.caller, 200, 'inCall', now(), 'sideWatch', ${roomId}
  from unnest(${callIds}::text[], ${callers.map(({ id }) => id)}::text[]) v (id, caller)`
const pages = callers.map((member, index): RoomPage => {
  const callId = callIds[index] ?? ''
  const claims = { purpose: 'room', callId, memberId: member.id, role: 'caller', sessionId: null } as const
  return { ...member, callId, token: signToken(secret, claims, Date.now()) }
})
answerCpuQuestions(() => app.stop())
process.send?.({ url: app.url.replace('localhost', '127.0.0.1'), roomId, pages } satisfies LiveApp)
