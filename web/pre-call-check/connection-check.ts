import { isFailure, serverFailure } from '#contract/core/client.ts'
import type { Store } from '#web/shell/store.ts'
import type { CheckPorts, EchoEndpoint, EchoLine } from './check-ports.ts'
import { type LineView, measureSec } from './check-view.ts'
import { type EchoSample, figuresOf } from './connection-figures.ts'

const sampleEveryMs = 1_000
/** A browser begins with a low bitrate and probes the line: the first seconds say more about the browser. */
const warmUpSec = 2
/** If nothing came back by then, nothing will. */
const timeoutSec = 8
/** Follows the sentence of a failure that has no advice of its own. */
const tryLater = '少し待ってから、もう一度お試しください。'

/** Where the check writes what it finds. */
type LineStore = Pick<Store<LineView>, 'get' | 'update'>

/** The two steps that need the media server, with one echo room at a time. */
export interface LineCheck {
  /** Opens a room and tries the paths to it. False when none works. */
  connect(): Promise<boolean>
  /** Sends the local media and measures what comes back. Null: nothing did. */
  measure(local: MediaStream): Promise<LineView['figures']>
  close(options?: { keepalive?: boolean }): void
}

export const createLineCheck = (store: LineStore, ports: CheckPorts): LineCheck => {
  let room: EchoEndpoint | null = null
  let line: EchoLine | null = null
  let stopTrying: (() => void) | null = null
  let stopMeasuring: (() => void) | null = null

  const openRoom = async (): Promise<EchoEndpoint | null> => {
    const testId = ports.newId()
    // Known before the answer, so that leaving meanwhile closes the room.
    room = { testId, token: '', iceServers: [] }
    const begun = await ports.begin(testId)
    if (room?.testId !== testId) return null
    if (isFailure(begun)) {
      const isOurs = begun.code !== serverFailure.code
      store.update({ refusal: isOurs ? begun.message : `${begun.message}。${tryLater}` })
      return null
    }
    room = { testId, token: begun.rtc_channel_token, iceServers: begun.ice_servers }
    return room
  }

  const tryPath = async (way: 'direct' | 'relay', opened: EchoEndpoint): Promise<boolean> => {
    const setPath = (state: LineView['ways']['direct']) =>
      store.update({ ways: { ...store.get().ways, [way]: state } })
    if (way === 'relay' && opened.iceServers.length === 0) {
      setPath({ name: 'absent' })
      return false
    }
    setPath({ name: 'trying' })
    const trying = ports.tryPath(way, opened)
    stopTrying = trying.stop
    const afterMs = await trying.over
    if (room !== opened) return false
    setPath(afterMs === null ? { name: 'blocked' } : { name: 'open', afterMs })
    return afterMs !== null
  }

  /** Ten seconds of samples, one a second, after the warm-up. */
  const sampled = (opened: EchoLine): Promise<LineView['figures']> =>
    new Promise((resolve) => {
      const samples: EchoSample[] = []
      let ticks = 0
      let came = 0
      const stop = () => {
        clearInterval(timer)
        resolve(null)
      }
      const collect = async () => {
        ticks += 1
        const sample = await opened.sample()
        if (line !== opened) return stop()
        if (!sample) return ticks >= timeoutSec ? stop() : undefined
        came += 1
        if (came <= warmUpSec) return
        samples.push(sample)
        const figures = figuresOf(samples)
        store.update({ measuredSec: samples.length - 1, ...(figures && { figures }) })
        if (samples.length <= measureSec) return
        clearInterval(timer)
        resolve(figures)
      }
      const timer = setInterval(() => void collect().catch(stop), sampleEveryMs)
      stopMeasuring = stop
    })

  const close: LineCheck['close'] = (options) => {
    stopTrying?.()
    stopMeasuring?.()
    line?.close(options)
    if (room) ports.end(room.testId, options)
    room = null
    line = null
  }

  return {
    connect: async () => {
      close()
      store.update({ refusal: null, ways: { direct: { name: 'waiting' }, relay: { name: 'waiting' } } })
      const opened = await openRoom()
      if (!opened) return false
      const isDirect = await tryPath('direct', opened)
      if (room !== opened) return false
      const isRelayed = await tryPath('relay', opened)
      return isDirect || isRelayed
    },
    measure: async (local) => {
      store.update({ measuredSec: 0, figures: null, remote: null })
      const opened = room ?? (await openRoom())
      if (!opened) return null
      const own = ports.openLine(opened, local, (remote) => store.update({ remote }))
      line = own
      const figures = await sampled(own)
      // Closed meanwhile, it may have left its place to the next one.
      if (line === own) close()
      return figures
    },
    close,
  }
}
