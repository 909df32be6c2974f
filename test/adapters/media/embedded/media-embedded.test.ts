import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { createEmbeddedMedia, type EmbeddedMedia, type MediaProcessFacts } from '#adapters/media/embedded.ts'
import { zeroReading } from '#adapters/media/port.ts'
import { closeTwoParty, openTwoParty } from '#adapters/media/two-party.ts'
import { callOffer, publisherTraits } from '../offers.ts'
import { broadcasterId, launchBrowser, payerId, Stage } from '../support/stage.ts'

const noLog = { error: () => undefined, info: () => undefined }
const patience = { timeout: 15_000, interval: 50 }
const newMedia = (udpPort = 0) => createEmbeddedMedia({ udpPort, bindAddress: '0.0.0.0', log: noLog })

const onlyProcessOf = (server: EmbeddedMedia): MediaProcessFacts => {
  const [only, ...others] = server.processes
  if (!only || others.length > 0) throw new Error('not one process')
  return only
}

describe('the media process', () => {
  let media: EmbeddedMedia | undefined

  afterEach(async () => {
    await media?.stop()
    media = undefined
  })

  const start = async (): Promise<EmbeddedMedia> => {
    const started = newMedia()
    media = started
    await started.start()
    return started
  }

  test('reports a crash, keeps the readings, and carries on in a room that is opened again', async () => {
    const server = await start()
    const browser = await launchBrowser()
    try {
      const call = await Stage.open(server, browser)
      const { caller, broadcaster } = await call.connect()
      await expect.poll(() => call.reading().chargedMs, patience).toBeGreaterThan(500)
      const { udpPort, pid } = onlyProcessOf(server)
      process.kill(Number(pid), 'SIGKILL')
      await call.happens('down')
      const carried = call.reading()
      expect(carried.chargedMs).toBeGreaterThan(500)
      await call.happens('up')
      expect(onlyProcessOf(server).udpPort).toBe(udpPort)

      await call.openRoom({ carried })
      await Promise.all([caller.join(), broadcaster.join()])
      await call.happens('connected', 2)
      await caller.seesMore(10)
      await expect.poll(() => call.reading().chargedMs, patience).toBeGreaterThan(carried.chargedMs + 500)
      await call.close()
    } finally {
      await browser.close()
    }
  }, 60_000)

  test('a crash refuses pending requests with 503, and rooms wait for nobody meanwhile', async () => {
    const server = await start()
    await openTwoParty(server, {
      roomId: 'r',
      kind: 'video',
      payerId,
      broadcasterId,
      fundedMs: 1_000,
      carried: { ...zeroReading, connectedMs: 5, chargedMs: 4 },
      unprovenMsMax: 60_000,
    })
    const waiting = server.subscribe('r', payerId, callOffer('recvonly', publisherTraits))
    const refused = expect(waiting).rejects.toMatchObject({ status: 503 })
    process.kill(Number(onlyProcessOf(server).pid), 'SIGKILL')
    await refused
    await server.extendFunding('r', 2_000)
    expect(await closeTwoParty(server, 'r')).toMatchObject({ connectedMs: 5, chargedMs: 4 })
    await expect.poll(() => server.isUp(), patience).toBe(true)
  })

  test('a process that hangs is replaced', async () => {
    const server = await start()
    const { pid } = onlyProcessOf(server)
    process.kill(Number(pid), 'SIGSTOP')
    await expect.poll(() => server.isUp() && onlyProcessOf(server).pid !== pid, patience).toBe(true)
  })

  test('a used UDP port stops the start with a sentence that names it', async () => {
    const other = createSocket('udp4').bind(0, '0.0.0.0')
    await once(other, 'listening')
    const { port } = other.address()
    await expect(newMedia(port).start()).rejects.toThrow(
      `UDP ポート ${port} は、ほかのプログラムが使っています`,
    )
    other.close()
  })

  test('an address that isn’t this machine’s stops the start with a sentence that names it', async () => {
    const elsewhere = createEmbeddedMedia({ udpPort: 0, bindAddress: '198.51.100.1', log: noLog })
    await expect(elsewhere.start()).rejects.toThrow('198.51.100.1')
  })

  test('behind a NAT, browsers get the public address alone, and reach it there', async () => {
    const publicAddress = { address: '127.0.0.1' }
    media = createEmbeddedMedia({ udpPort: 0, bindAddress: '0.0.0.0', publicAddress, log: noLog })
    await media.start()
    const browser = await launchBrowser()
    try {
      const call = await Stage.open(media, browser)
      const { ofCaller, ofBroadcaster } = await call.connect()
      for (const { answer } of [ofCaller.publication, ofCaller.subscription, ofBroadcaster.publication]) {
        const addresses = [...answer.matchAll(/^a=candidate:(?:\S+ ){4}(\S+) (\d+)/gm)].map(
          ([, address, port]) => `${address} ${port}`,
        )
        expect(addresses).toEqual([`127.0.0.1 ${onlyProcessOf(media).udpPort}`])
      }
      await call.close()
    } finally {
      await browser.close()
    }
  })

  test('two servers of one machine each keep their port', async () => {
    const server = await start()
    await expect(newMedia(onlyProcessOf(server).udpPort).start()).rejects.toThrow(
      String(onlyProcessOf(server).udpPort),
    )
  })

  test('ends with the app, even when the app is killed', async () => {
    const entry = pathToFileURL(new URL('../../../../adapters/media/embedded.ts', import.meta.url).pathname)
    const app = spawn(process.execPath, [
      '--input-type=module',
      '--eval',
      `import { createEmbeddedMedia } from ${JSON.stringify(entry.href)}
       const log = { error() {}, info() {} }
       const server = createEmbeddedMedia({ udpPort: 0, bindAddress: '127.0.0.1', log })
       await server.start()
       console.log(server.processes[0].pid)`,
    ])
    const [line] = (await once(createInterface({ input: app.stdout }), 'line')) as [string]
    const pid = Number(line)
    const isAlive = () => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }
    expect(isAlive()).toBe(true)
    app.kill('SIGKILL')
    await expect.poll(isAlive, patience).toBe(false)
  })
})
