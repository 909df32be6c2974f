import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import type { MediaEndpoint } from './media-endpoint.ts'

/** MediaMTX, as the environment names it: the path of its binary. */
const binary = process.env.MEDIAMTX_SERVER
const patienceMs = 10_000
const pollMs = 50

export interface MediaMtx {
  pid: number
  /** Of its WHIP and WHEP endpoints. */
  url: string
  stop(): Promise<void>
}

/** Starts MediaMTX on loopback alone, with WebRTC and nothing else. @returns null where MEDIAMTX_SERVER is not set */
export const startMediaMtx = async (): Promise<MediaMtx | null> => {
  if (binary === undefined) return null
  const [port, udpPort] = await Promise.all([freePort(), freePort()])
  const folder = await mkdtemp(path.join(tmpdir(), 'koyoi-bench-mediamtx-'))
  const file = path.join(folder, 'mediamtx.yml')
  const off = { rtsp: false, rtmp: false, hls: false, srt: false, moq: false }
  const webrtc = {
    webrtcAddress: `127.0.0.1:${port}`,
    webrtcLocalUDPAddress: `:${udpPort}`,
    webrtcAdditionalHosts: ['127.0.0.1'],
  }
  // JSON is YAML.
  await writeFile(file, JSON.stringify({ logLevel: 'error', ...off, ...webrtc, paths: { all_others: {} } }))
  const child = spawn(binary, [file], { stdio: 'ignore', cwd: folder })
  const { promise: gone, resolve, reject } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  child.once('error', reject)
  const url = `http://127.0.0.1:${port}`
  await Promise.race([untilReady(url), gone.then(() => Promise.reject(new Error('MediaMTX did not start')))])
  const stop = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    await gone
    clearTimeout(timer)
    await rm(folder, { recursive: true, force: true })
  }
  return { pid: child.pid ?? 0, url, stop }
}

const untilReady = async (url: string): Promise<void> => {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    if (await fetch(url).catch(() => null)) return
    await pass(pollMs)
  }
  throw new Error('MediaMTX does not answer')
}

/** A path of MediaMTX with one publisher, over WHIP and WHEP. */
export const openMediaMtxEndpoint = (url: string, room: string): MediaEndpoint => {
  const sessions: string[] = []
  const post = async (way: 'whip' | 'whep', sdp: string): Promise<string> => {
    const deadline = performance.now() + patienceMs
    for (;;) {
      const response = await fetch(`${url}/${room}/${way}`, {
        method: 'POST',
        headers: { 'content-type': 'application/sdp' },
        body: sdp,
      })
      const answer = await response.text()
      if (response.status === 201) {
        sessions.push(new URL(response.headers.get('location') ?? '', url).href)
        return answer
      }
      // It knows the tracks of a publisher a moment after the connection is up.
      if (response.status !== 404 || performance.now() > deadline)
        throw new Error(`MediaMTX answered ${response.status}: ${answer}`)
      await pass(pollMs)
    }
  }
  return {
    publish: (offer) => post('whip', offer),
    subscribe: async (client) => client.accept(await post('whep', await client.offer())),
    close: async () => {
      await Promise.all(sessions.map((session) => fetch(session, { method: 'DELETE' })))
    },
  }
}
