import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { createEmbeddedMedia, type EmbeddedMedia } from '#adapters/media/embedded.ts'
import type { MediaEvent } from '#adapters/media/port.ts'
import { LatenessLog } from '#test/helpers/lateness-log.ts'
import { SyntheticCall } from '../support/synthetic-call.ts'

const noLog = { error: () => undefined, info: () => undefined }
const patience = { timeout: 15_000, interval: 20 }

const bound = async (port: number): Promise<Socket> => {
  const socket = createSocket('udp4').bind(port, '0.0.0.0')
  await once(socket, 'listening')
  return socket
}
const released = (socket: Socket) => new Promise<void>((resolve) => socket.close(() => resolve()))

/** A free port with a free one behind it. */
const freePorts = async (): Promise<number> => {
  for (;;) {
    const first = await bound(0)
    const { port } = first.address()
    const second = await bound(port + 1).catch(() => null)
    await released(first)
    if (!second) continue
    await released(second)
    return port
  }
}

describe('several media processes', () => {
  let media: EmbeddedMedia | undefined
  let calls: SyntheticCall[] = []

  afterEach(async () => {
    await Promise.all(calls.map((call) => call.close()))
    calls = []
    await media?.stop()
    media = undefined
  })

  const start = async (processes: number, udpPort = 0): Promise<EmbeddedMedia> => {
    media = createEmbeddedMedia({ udpPort, processes, bindAddress: '0.0.0.0', log: noLog })
    await media.start()
    return media
  }
  const open = async (server: EmbeddedMedia, kind: 'voice' | 'video' = 'video'): Promise<SyntheticCall> => {
    const call = await SyntheticCall.open(server, kind)
    calls.push(call)
    return call
  }
  const connect = async (server: EmbeddedMedia): Promise<SyntheticCall> => {
    const call = await open(server)
    await call.join()
    return call
  }
  const portOf = (server: EmbeddedMedia, call: SyntheticCall) => server.processOf(call.roomId)?.udpPort
  const kill = (pid: number | undefined) => process.kill(Number(pid), 'SIGKILL')
  const rooms = (events: MediaEvent[], type: 'down' | 'up') =>
    events.flatMap((event) => (event.type === type ? [event.roomIds.toSorted()] : []))

  test('share the rooms by what they weigh, and a room stays where it is', async () => {
    const server = await start(3)
    expect(new Set(server.processes.map(({ pid }) => pid)).size).toBe(3)
    const opened = [await open(server), await open(server), await open(server)]
    expect(new Set(opened.map((call) => portOf(server, call))).size).toBe(3)
    const ports = opened.map((call) => portOf(server, call))
    await opened[1]?.close()
    // Four voices weigh as much as one picture.
    for (let each = 0; each < 4; each++) {
      expect(portOf(server, await open(server, 'voice'))).toBe(ports[1])
    }
    await opened[0]?.openRoom()
    expect(portOf(server, opened[0] as SyntheticCall)).toBe(ports[0])
    expect(portOf(server, await open(server))).toBe(server.processes[0]?.udpPort)
  })

  test('count their UDP ports up from the one that is set', async () => {
    const port = await freePorts()
    const server = await start(2, port)
    expect(server.processes.map(({ udpPort }) => udpPort)).toEqual([port, port + 1])
  })

  test('start together or not at all, with a sentence that names the used port', async () => {
    const port = await freePorts()
    const other = await bound(port + 1)
    const sentence = `UDP ポート ${port + 1} は、ほかのプログラムが使っています（MEDIA_UDP_PORT、MEDIA_PROCESSES）`
    await expect(start(2, port)).rejects.toThrow(sentence)
    expect(media?.isUp()).toBe(false)
    await released(other)
    // Nothing of the first attempt is left.
    await start(2, port)
  })

  test('one that dies closes its own rooms and leaves the others undisturbed', async () => {
    const server = await start(2)
    const [one, other] = [await connect(server), await connect(server)]
    const closed = await open(server)
    await closed.close()
    const events: MediaEvent[] = []
    const processesAtUp: number[] = []
    const upAtUp: boolean[][] = []
    server.onEvent((event) => {
      events.push(event)
      if (event.type !== 'up') return
      processesAtUp.push(server.processes.filter(({ pid }) => pid).length)
      upAtUp.push([...server.processesUp()])
    })
    const [before, lostBefore] = [other.reading(), other.ofCaller?.lost]
    const deadPort = portOf(server, one)
    const diedAt = Date.now()
    const lateness = new LatenessLog()
    lateness.start()
    onTestFinished(() => lateness.stop())

    kill(server.processOf(one.roomId)?.pid)
    await one.happens('up')
    expect(rooms(events, 'down')).toEqual([[one.roomId]])
    expect(rooms(events, 'up')).toEqual([[one.roomId]])
    // They need not wait until the dead process is replaced.
    expect(processesAtUp).toEqual([1])
    expect(upAtUp).toEqual([[false, true]])
    const carried = one.reading()
    expect(carried.chargedMs).toBeGreaterThan(0)

    await one.openRoom(carried)
    expect(portOf(server, one)).toBe(portOf(server, other))
    expect(portOf(server, one)).not.toBe(deadPort)
    await one.join()
    expect(one.reading().chargedMs).toBeGreaterThan(carried.chargedMs)

    await other.flows()
    // Its sender runs in this process, and pauses when the machine lets this process stand still.
    const now = Date.now()
    const sentMs = now - diedAt - lateness.stalledMs(diedAt, now)
    expect(other.reading().chargedMs - before.chargedMs).toBeGreaterThan(sentMs - 1_500)
    expect(other.happened()).toEqual(['connected'])
    expect(other.ofCaller?.lost).toBe(lostBefore)

    await expect.poll(() => server.processes.every(({ pid }) => pid !== undefined), patience).toBe(true)
    // The room stays where it was reopened, and the next one goes to the fresh process.
    expect(portOf(server, await open(server))).toBe(deadPort)
    expect(portOf(server, one)).toBe(portOf(server, other))
    expect(rooms(events, 'up')).toHaveLength(1)
  }, 60_000)

  test('a side that comes back alone is back, though nothing was measured before', async () => {
    const call = await SyntheticCall.open(await start(1), 'voice', { wasConnected: true })
    calls.push(call)
    await call.broadcast()
    await call.happens('back')
    expect(call.events).toContainEqual(
      expect.objectContaining({ type: 'back', role: 'broadcaster', seatIds: [call.roomId] }),
    )
  }, 30_000)

  test('when all die, the rooms can be opened as soon as the first is back', async () => {
    const server = await start(2)
    const [one, other] = [await open(server), await open(server)]
    const events: MediaEvent[] = []
    server.onEvent((event) => events.push(event))
    for (const { pid } of server.processes) kill(pid)
    await expect.poll(() => rooms(events, 'down').length, patience).toBe(2)
    await expect.poll(() => rooms(events, 'up').flat().length, patience).toBeGreaterThanOrEqual(2)
    expect(new Set(rooms(events, 'up').flat())).toEqual(new Set([one.roomId, other.roomId]))
    await Promise.all([one.openRoom(), other.openRoom()])
    expect([portOf(server, one), portOf(server, other)]).not.toContain(undefined)
  })

  test('a room whose process dies during its opening is opened in another one', async () => {
    const server = await start(2)
    const events: MediaEvent[] = []
    server.onEvent((event) => events.push(event))
    // Stopped, it can't answer before it is killed.
    const [first, second] = server.processes
    process.kill(Number(first?.pid), 'SIGSTOP')
    const opening = open(server)
    kill(first?.pid)
    const call = await opening
    expect(portOf(server, call)).toBe(second?.udpPort)
    expect(events).toEqual([])
  })

  test('an echo room goes with its process without an event: it isn’t opened again', async () => {
    const server = await start(1)
    const events: MediaEvent[] = []
    server.onEvent((event) => events.push(event))
    const open = () =>
      server.openEcho({ roomId: 'echo', participantId: 'tester', networkKey: 'a', maxMs: 60_000 })
    await open()
    kill(server.processes[0]?.pid)
    await expect.poll(() => server.isUp(), patience).toBe(false)
    await expect(open()).rejects.toMatchObject({ status: 503 })
    await expect.poll(() => server.isUp(), patience).toBe(true)
    await expect(server.publish('echo', 'tester', '')).rejects.toMatchObject({ status: 404 })
    await open()
    expect(events).toEqual([])
  })
})
