import type { CallRole, EndReason } from '#contract/calls/calls.ts'
import type { LiveEndReason } from '#contract/live/rooms.ts'
import { fundedMs } from '#domain/points/increment.ts'
import { pointsOfIncrements, type Tariff, type TariffSegment } from '#domain/points/tariff.ts'
import type { Database } from '#server/db/database.ts'
import { checkLedger, type LedgerDefect } from '#server/points/ledger/ledger-check.ts'
import type { Kill } from '../killer.ts'
import type { SpendStory } from '../spenders.ts'
import type { Observations } from './observations.ts'

/** Everything a run is judged by: what the people know, what was killed, and what the database holds at the end. */
export interface Evidence {
  kills: Kill[]
  /** Ends of the app that nothing caused. */
  surprises: string[]
  observations: Observations
  spends: SpendStory[]
  granted: ReadonlyMap<string, number>
  ledgerDefects: LedgerDefect[]
  calls: CallRow[]
  rooms: RoomRow[]
  flow: FlowRow[]
  /** Rows of `live_flow_check`. */
  flowDefects: { what: string; subject: string }[]
  seats: number
  openHolds: number
  /** Balance and held points of every wallet, by member. */
  wallets: ReadonlyMap<string, { balance: number; held: number }>
  newcomers: ReadonlyMap<string, { members: number; granted: number }>
  /** Keys of the spends that were posted. */
  spendKeys: ReadonlySet<string>
}

/** A call as the database has it, with its meter and the transfers in its name. Instants are milliseconds. */
export interface CallRow {
  id: string
  callerId: string
  broadcasterId: string
  phase: string
  acceptedAt: number | null
  connectedAt: number | null
  endedAt: number | null
  endReason: EndReason | null
  lostSide: CallRole | 'server' | null
  connectedMs: number
  chargedMs: number
  meter: {
    state: string
    chargedMs: number
    increments: number
    fundedIncrements: number
    incrementPoints: number
    tariff: Tariff
    segments: TariffSegment[]
    settledAt: number | null
    pointBackAt: number | null
    pointBackPoints: number
    heldPoints: number
    holdCapturedPoints: number
    holdReleasedPoints: number
  } | null
  capturedPoints: number
  returnedPoints: number
  returnedByPlatformPoints: number
  /** Which of all returns this one was, in the ledger's order; null without one. */
  returnedAs: number | null
  /** Of a visit: its room, its own limit, whether it was the free look alone, and what was paid beside the meter. */
  visit: { roomId: string; spendCap: number | null; isFreeLook: boolean; besidePoints: number } | null
}

/** A live room as the database has it. */
export interface RoomRow {
  id: string
  hostId: string
  endedAt: number | null
  endReason: LiveEndReason | null
}

/** A comment, present or menu order as the database has it. */
export interface FlowRow {
  id: string
  callId: string
  kind: string
  points: number
  /** Of a menu order; `done` for what is paid at once. */
  state: string
}

/** What increments cost, by what the call carried when they began. */
export const pointsOf = (
  { segments, tariff, incrementPoints }: NonNullable<CallRow['meter']>,
  { from = 0, upto }: { from?: number; upto: number },
): number =>
  pointsOfIncrements(segments, tariff, { from: Math.max(0, from), upto, otherwise: incrementPoints })

/** Whether everything that the payer could fund has been charged. True for a call whose meter never started. */
export const isUsedUp = ({ meter }: Pick<CallRow, 'meter'>): boolean =>
  meter === null || meter.chargedMs >= fundedMs(meter.fundedIncrements)

const readCalls = async ({ sql }: Pick<Database, 'sql'>): Promise<CallRow[]> => {
  const rows = await sql<(Omit<CallRow, 'meter'> & { meter: CallRow['meter'] })[]>`
    select c.id, c.caller_id as "callerId", c.broadcaster_id as "broadcasterId", c.phase,
      (extract(epoch from c.accepted_at) * 1000)::float8 as "acceptedAt",
      (extract(epoch from c.connected_at) * 1000)::float8 as "connectedAt",
      (extract(epoch from c.ended_at) * 1000)::float8 as "endedAt",
      c.end_reason as "endReason", c.lost_side as "lostSide",
      c.connected_ms as "connectedMs", c.charged_ms as "chargedMs",
      case when m.call_id is not null then jsonb_build_object(
        'state', m.state, 'chargedMs', m.charged_ms, 'increments', m.captured_increments,
        'fundedIncrements', m.funded_increments, 'incrementPoints', m.increment_points,
        'tariff', jsonb_build_object('video', coalesce(m.video_points, m.increment_points),
          'voice', coalesce(m.voice_points, m.increment_points)),
        'segments', coalesce((
          select jsonb_agg(jsonb_build_object('firstIncrement', s.first_increment, 'carries', s.carries) order by s.number)
          from meter_segment s where s.call_id = m.call_id), '[]'),
        'settledAt', extract(epoch from m.settled_at) * 1000,
        'pointBackAt', extract(epoch from m.point_back_at) * 1000,
        'pointBackPoints', coalesce(m.point_back_points, 0),
        'heldPoints', h.amount, 'holdCapturedPoints', h.captured, 'holdReleasedPoints', h.released) end as meter,
      coalesce(t.captured, 0)::float8 as "capturedPoints", coalesce(t.returned, 0)::float8 as "returnedPoints",
      coalesce(t.by_platform, 0)::float8 as "returnedByPlatformPoints", t.returned_as::float8 as "returnedAs",
      case when c.origin = 'sideWatch' then jsonb_build_object('roomId', c.live_room_id, 'spendCap', c.spend_cap,
        'isFreeLook', c.is_free_look, 'besidePoints', coalesce(t.beside, 0)) end as visit
    from call c
    left join meter m on m.call_id = c.id::text
    left join hold h on h.id = m.hold_id
    left join (
      select reference, sum(amount) filter (where kind = 'capture' and purpose <> 'liveMenu') as captured,
        sum(amount) filter (where purpose in ('liveComment', 'livePresent', 'liveMenu')) as beside,
        min(id) filter (where kind = 'refund') as returned_as,
        sum(amount) filter (where kind = 'refund') as returned,
        sum(amount) filter (where kind = 'refund' and debit = platform_account()) as by_platform
      from transfer where reference is not null group by reference
    ) t on t.reference = c.id::text
    order by c.requested_at`
  return [...rows]
}

const readRooms = async ({ sql }: Pick<Database, 'sql'>): Promise<RoomRow[]> => [
  ...(await sql<RoomRow[]>`
    select id, broadcaster_id as "hostId", (extract(epoch from ended_at) * 1000)::float8 as "endedAt",
      end_reason as "endReason"
    from live_room order by started_at`),
]

const readFlow = async ({ sql }: Pick<Database, 'sql'>): Promise<FlowRow[]> => [
  ...(await sql<FlowRow[]>`
    select e.id, e.call_id as "callId", e.kind, e.points, coalesce(o.state, 'done') as state
    from live_entry e left join live_menu_order o on o.id = e.id
    where e.call_id is not null order by e.at`),
]

/** What the database holds, once everything has come to rest. */
export const readDatabase = async (
  database: Database,
): Promise<Omit<Evidence, 'kills' | 'surprises' | 'observations' | 'spends' | 'granted'>> => {
  const { sql, db } = database
  const [seats] = await sql<{ count: number }[]>`select count(*)::int as count from call_seat`
  const [holds] = await sql<{ count: number }[]>`select count(*)::int as count from hold where open`
  const wallets = await sql<{ id: string; balance: number; held: number }[]>`
    select owner_id as id, balance, held from account where kind = 'wallet'`
  const newcomers = await sql<{ name: string; members: number; granted: number }[]>`
    select m.name, count(distinct m.id)::int as members, coalesce(sum(t.amount), 0)::float8 as granted
    from member m
    left join account a on a.kind = 'wallet' and a.owner_id = m.id
    left join transfer t on t.kind = 'grant' and t.credit = a.id
    where m.device_key is not null group by m.name`
  const spends = await sql<{ idem: string }[]>`select idem from transfer where kind = 'spend'`
  return {
    ledgerDefects: await checkLedger(db),
    calls: await readCalls(database),
    rooms: await readRooms(database),
    flow: await readFlow(database),
    flowDefects: [
      ...(await sql<{ what: string; subject: string }[]>`select what, subject from live_flow_check`),
    ],
    seats: seats?.count ?? 0,
    openHolds: holds?.count ?? 0,
    wallets: new Map(wallets.map(({ id, balance, held }) => [id, { balance, held }])),
    newcomers: new Map(newcomers.map(({ name, ...rest }) => [name, rest])),
    spendKeys: new Set(spends.map(({ idem }) => idem)),
  }
}

/** Whether no call, live room, meter, hold or seat is left open. */
export const isAtRest = async ({ sql }: Pick<Database, 'sql'>): Promise<boolean> => {
  const [row] = await sql<{ open: number }[]>`
    select (select count(*) from call where phase <> 'ended') + (select count(*) from meter where state = 'open')
      + (select count(*) from hold where open) + (select count(*) from call_seat)
      + (select count(*) from live_room where ended_at is null) as open`
  return row?.open === 0
}
