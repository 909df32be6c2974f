import { isFailure, serverFailure } from '#contract/core/client.ts'
import type { Store } from '#web/shell/store.ts'
import type { EchoEndpoint, EchoLine, TestPorts } from './check-ports.ts'
import { measureSec, type TestView } from './check-view.ts'
import { type EchoSample, figuresOf } from './connection-figures.ts'

const sampleEveryMs = 1_000
/** A browser begins with a low bitrate and probes the line: the first seconds say more about the browser. */
const warmUpSec = 2
/** If nothing came back by then, nothing will. */
const patienceSec = 8
/** Follows the sentence of a failure that has no advice of its own. */
const tryLater = '少し待ってから、もう一度お試しください。'

/** The two steps that need the media server, with one echo room at a time. */
export interface LineTest {
  /** Opens a room and tries the paths to it. False when none works. */
  connect(): Promise<boolean>
  /** Sends the local media and measures what comes back. Null: nothing did. */
  measure(local: MediaStream): Promise<TestView['figures']>
  close(options?: { keepalive?: boolean }): void
}

export const createLineTest = (store: Store<TestView>, ports: TestPorts): LineTest => {
  let door: EchoEndpoint | null = null
  let line: EchoLine | null = null
  let stopTrying: (() => void) | null = null
  let stopMeasuring: (() => void) | null = null

  const openRoom = async (): Promise<EchoEndpoint | null> => {
    const testId = ports.newId()
    // Known before the answer, so that leaving meanwhile closes the room.
    door = { testId, token: '', iceServers: [] }
    const begun = await ports.begin(testId)
    if (door?.testId !== testId) return null
    if (isFailure(begun)) {
      const isOurs = begun.code !== serverFailure.code
      store.update({ refusal: isOurs ? begun.message : `${begun.message}。${tryLater}` })
      return null
    }
    door = { testId, token: begun.rtc_channel_token, iceServers: begun.ice_servers }
    return door
  }

  const tryWay = async (way: 'direct' | 'relay', opened: EchoEndpoint): Promise<boolean> => {
    const tell = (state: TestView['ways']['direct']) =>
      store.update({ ways: { ...store.get().ways, [way]: state } })
    if (way === 'relay' && opened.iceServers.length === 0) {
      tell({ name: 'absent' })
      return false
    }
    tell({ name: 'trying' })
    const trying = ports.tryWay(way, opened)
    stopTrying = trying.stop
    const afterMs = await trying.over
    if (door !== opened) return false
    tell(afterMs === null ? { name: 'blocked' } : { name: 'open', afterMs })
    return afterMs !== null
  }

  /** Ten seconds of samples, one a second, after the warm-up. */
  const sampled = (opened: EchoLine): Promise<TestView['figures']> =>
    new Promise((resolve) => {
      const samples: EchoSample[] = []
      let ticks = 0
      let came = 0
      const stop = () => {
        clearInterval(timer)
        resolve(null)
      }
      const take = async () => {
        ticks += 1
        const sample = await opened.sample()
        if (line !== opened) return stop()
        if (!sample) return ticks >= patienceSec ? stop() : undefined
        came += 1
        if (came <= warmUpSec) return
        samples.push(sample)
        const figures = figuresOf(samples)
        store.update({ measuredSec: samples.length - 1, ...(figures && { figures }) })
        if (samples.length <= measureSec) return
        clearInterval(timer)
        resolve(figures)
      }
      const timer = setInterval(() => void take().catch(stop), sampleEveryMs)
      stopMeasuring = stop
    })

  const close: LineTest['close'] = (options) => {
    stopTrying?.()
    stopMeasuring?.()
    line?.close(options)
    if (door) ports.end(door.testId, options)
    door = null
    line = null
  }

  return {
    connect: async () => {
      close()
      store.update({ refusal: null, ways: { direct: { name: 'waiting' }, relay: { name: 'waiting' } } })
      const opened = await openRoom()
      if (!opened) return false
      const isDirect = await tryWay('direct', opened)
      if (door !== opened) return false
      const isRelayed = await tryWay('relay', opened)
      return isDirect || isRelayed
    },
    measure: async (local) => {
      store.update({ measuredSec: 0, figures: null, remote: null })
      const opened = door ?? (await openRoom())
      if (!opened) return null
      line = ports.openLine(opened, local, (remote) => store.update({ remote }))
      const figures = await sampled(line)
      close()
      return figures
    },
    close,
  }
}
