import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createPresence, type Presence } from '#server/people/presence.ts'
import { hasOpenPage } from '#server/people/presence-rows.ts'
import { statesOf } from '#server/people/states.ts'
import { createTestNode } from '#test/helpers/test-node.ts'
import type { Person } from '#test/helpers/test-world.ts'
import { openBrowserProcess, openNetwork } from '../chat/lost-pages.ts'
import {
  type Client,
  everything,
  happened,
  nextState,
  openSocketsWorld,
  roundTrip,
  type SocketsWorld,
} from '../sockets/sockets-world.ts'

let sockets: SocketsWorld
let broadcaster: Person
let watching: Client
let published: { name: string; payload: unknown }[]
beforeAll(async () => {
  sockets = await openSocketsWorld()
})
beforeEach(async () => {
  broadcaster = await sockets.world.broadcaster({ standby: false })
  watching = await sockets.page(await sockets.world.caller())
  await watching.emitWithAck('presence:watch', [broadcaster.id])
  published = everything(watching)
})
afterEach(async () => {
  sockets.skewMs = 0
  await sockets.closePages()
})
afterAll(() => sockets.close())

const stateOf = async (person: Person) => (await statesOf(sockets.world.database.db, [person.id]))[0]?.state
const isOpen = (person: Person) => hasOpenPage(sockets.world.context, person.id)
/** Puts the broadcaster on standby with the page that `open` opens: only its socket makes them present. */
const standsByWith = async <Page>(open: () => Promise<Page>): Promise<Page> => {
  await sockets.world.database
    .sql`update broadcaster set standby_since = now() where member_id = ${broadcaster.id}`
  const here = nextState(watching, 'standby')
  const page = await open()
  await here
  await expect.poll(() => isOpen(broadcaster)).toBe(true)
  return page
}

/** A page that beats once, as it opens. */
const rawPage = async () => {
  const page = await sockets.raw(broadcaster)
  page.send('40')
  return page
}

/** Moves time for the database and for this process, which then looks for expired presences. */
const elapse = async (seconds: number) => {
  sockets.skewMs += seconds * 1_000
  await sockets.world.database
    .sql`update presence set here_until = here_until - make_interval(secs => ${seconds})`
  await sockets.world.context.presence.sweep()
}
/** Of the broadcaster's presence, by the database's clock. */
const secondsLeft = async (): Promise<number> => {
  const [row] = await sockets.world.database
    .sql`select extract(epoch from max(here_until) - now())::float8 as left from presence where member_id = ${broadcaster.id}`
  return row?.left
}
/** So long a machine may stand still in a test. */
const slackSeconds = 5
const staysFor = async (seconds: number) => {
  const left = await secondsLeft()
  expect(left).toBeLessThanOrEqual(seconds)
  expect(left).toBeGreaterThan(seconds - slackSeconds)
  await elapse(left - slackSeconds)
  expect(await stateOf(broadcaster)).toBe('standby')
  const gone = nextState(watching, 'offline')
  await elapse(slackSeconds + 2)
  expect(await stateOf(broadcaster)).toBe('offline')
  expect(await gone).toEqual({ userId: broadcaster.id, state: 'offline' })
  expect(await isOpen(broadcaster)).toBe(false)
}
const wasPublishedOffline = async () => {
  await roundTrip(watching)
  return published.some(({ payload }) => JSON.stringify(payload).includes('offline'))
}
const noPageLeft = () => expect.poll(() => isOpen(broadcaster), { timeout: 10_000 }).toBe(false)

it('a closed tab: the broadcaster is offline after the grace for a reload', async () => {
  const page = await standsByWith(rawPage)
  page.close()
  await noPageLeft()
  await staysFor(10)
})

it('a reload within the grace changes nothing, and nobody is notified', async () => {
  const page = await standsByWith(() => sockets.page(broadcaster))
  page.disconnect()
  await noPageLeft()
  await elapse(8)
  await sockets.page(broadcaster)
  await expect.poll(() => isOpen(broadcaster)).toBe(true)
  await elapse(30)
  expect(await stateOf(broadcaster)).toBe('standby')
  expect(await wasPublishedOffline()).toBe(false)
})

it('closing one of two tabs changes nothing', async () => {
  const first = await standsByWith(() => sockets.page(broadcaster))
  await sockets.page(broadcaster)
  first.disconnect()
  await expect.poll(() => sockets.io.sockets.sockets.size).toBe(2)
  await elapse(30)
  expect(await isOpen(broadcaster)).toBe(true)
  expect(await stateOf(broadcaster)).toBe('standby')
  expect(await wasPublishedOffline()).toBe(false)
})

it('sleep: a page whose socket falls silent is present for 60 s, and rings for half of it', async () => {
  await standsByWith(rawPage)
  await elapse(30)
  expect(await isOpen(broadcaster)).toBe(true)
  await elapse(10)
  expect(await isOpen(broadcaster)).toBe(false)
  await staysFor(20)
})

it('a page that wakes up after it expired is present again with its next beat', async () => {
  const page = await standsByWith(() => sockets.page(broadcaster))
  await elapse(61)
  expect(await stateOf(broadcaster)).toBe('offline')
  const back = nextState(watching, 'standby')
  page.emit('presence:beat')
  await back
  expect(await isOpen(broadcaster)).toBe(true)
})

it('a crash: the browser’s process is killed', async () => {
  const browser = await standsByWith(async () => openBrowserProcess(sockets.url, broadcaster.cookie))
  browser.kill('SIGKILL')
  await noPageLeft()
  await staysFor(10)
})

it('network loss: beats arrive no more, and a connection that times out shortens nothing', async () => {
  const network = await openNetwork(Number(new URL(sockets.url).port))
  const page = await standsByWith(async () => {
    const client: Client = io(network.url, {
      path: '/api/socket',
      transports: ['websocket'],
      extraHeaders: { cookie: broadcaster.cookie },
      reconnection: false,
    })
    await happened(client, 'connect')
    return client
  })
  network.cut()
  await elapse(20)
  page.emit('presence:beat')
  giveUpOn(broadcaster)
  await noPageLeft()
  await staysFor(40)
  page.disconnect()
  network.close()
})

it('another node: a page there keeps the broadcaster present, and closing the one here changes nothing', async () => {
  const other = await openNode()
  const page = await standsByWith(() => sockets.page(broadcaster))
  await other.presence.opened(broadcaster.id)
  page.disconnect()
  await expect.poll(() => sockets.io.sockets.sockets.size).toBe(1)
  await elapse(20)
  expect(await isOpen(broadcaster)).toBe(true)
  expect(await stateOf(broadcaster)).toBe('standby')
  expect(await wasPublishedOffline()).toBe(false)
})

it('a node that dies: its pages ring no more at once, and expire with their minute', async () => {
  const other = await openNode()
  await standsByWith(() => other.presence.opened(broadcaster.id))
  await other.die()
  expect(await isOpen(broadcaster)).toBe(false)
  await staysFor(60)
})

it('a node that restarts has none of the pages that its former process had', async () => {
  const other = await openNode()
  await standsByWith(() => other.presence.opened(broadcaster.id))
  await other.startAnew().start()
  expect(await isOpen(broadcaster)).toBe(false)
  expect(await stateOf(broadcaster)).toBe('standby')
})

it('push standby keeps a broadcaster present without a page while a push reaches them', async () => {
  const { sql } = sockets.world.database
  await sql`update broadcaster set standby_since = now(), push_standby = true where member_id = ${broadcaster.id}`
  expect(await stateOf(broadcaster)).toBe('offline')
  const address = Buffer.from(broadcaster.id)
  await sql`
    insert into push_address (session_hash, member_id, provider, sender, address, address_hash)
    select id_hash, member_id, 'fcm', 'none', '{}', ${address} from session where member_id = ${broadcaster.id}`
  expect(await stateOf(broadcaster)).toBe('standby')
  expect(await isOpen(broadcaster)).toBe(false)
  await sql`update broadcaster set push_standby = false where member_id = ${broadcaster.id}`
  expect(await stateOf(broadcaster)).toBe('offline')
})

/** As after a ping without an answer, which takes 45 s. */
const giveUpOn = ({ id }: Person) => {
  for (const socket of sockets.io.sockets.sockets.values()) {
    if (socket.data.viewer.memberId !== id) continue
    const connection = socket.conn as unknown as { onClose(reason: string): void }
    connection.onClose('ping timeout')
  }
}

/** Another process on this database. */
const openNode = async () => {
  const { context, media, database } = sockets.world
  const { nodes } = await createTestNode(context, media)
  const startAnew = (): Presence => createPresence({ ...context, now: () => context.now(), nodes })
  return {
    presence: startAnew(),
    startAnew,
    /** From now on it does nothing, and doesn't beat. */
    die: () => database.sql`update node set beat_at = now() - interval '6 seconds' where id = ${nodes.id}`,
  }
}

it('a failure between writing and publishing: both are done again', async () => {
  const { context, database } = sockets.world
  await database.sql`update broadcaster set standby_since = now() where member_id = ${broadcaster.id}`
  let failures = 1
  const events: typeof context.events = {
    ...context.events,
    publish: async (db, event) => {
      failures -= 1
      if (failures >= 0) throw new Error('the connection is gone')
      await context.events.publish(db, event)
    },
  }
  const presence = createPresence({ ...context, events })
  await expect(presence.opened(broadcaster.id)).rejects.toThrow('the connection is gone')
  expect(await stateOf(broadcaster)).toBe('offline')
  const here = nextState(watching, 'standby')
  await presence.sweep()
  expect(await here).toEqual({ userId: broadcaster.id, state: 'standby' })
})

it('many pages at once while nothing can be written: one attempt for all of them, not one each', async () => {
  const { context, database } = sockets.world
  await database.sql`update broadcaster set standby_since = now() where member_id = ${broadcaster.id}`
  let tries = 0
  const publish = async () => {
    tries += 1
    throw new Error('the connection is gone')
  }
  const presence = createPresence({ ...context, events: { ...context.events, publish } })
  const members = [broadcaster.id, ...Array.from({ length: 50 }, (_, index) => `nobody-${index}`)]
  const opened = await Promise.allSettled(members.map((memberId) => presence.opened(memberId)))
  expect(opened.every(({ status }) => status === 'rejected')).toBe(true)
  expect(tries).toBe(1)
})
