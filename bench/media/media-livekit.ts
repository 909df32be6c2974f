import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as pass } from 'node:timers/promises'
import { freePort } from './free-port.ts'

/** LiveKit's server, as the environment names it: the path of its binary. */
const binary = process.env.LIVEKIT_SERVER
const patienceMs = 20_000
const pollMs = 50
const keyName = 'bench'
const tokenLifeSec = 3_600

export interface LiveKit {
  pid: number
  /** Of its HTTP API. */
  url: string
  /** What signs its tokens. */
  secret: string
  stop(): Promise<void>
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token of LiveKit's (https://docs.livekit.io/home/get-started/authentication/): a JWT, HS256. */
export const liveKitToken = (secret: string, identity: string, video: object): string => {
  const expiresAt = Math.floor(Date.now() / 1_000) + tokenLifeSec
  const signed = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64({ iss: keyName, sub: identity, exp: expiresAt, video })}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

const untilReady = async (child: ChildProcess, url: string): Promise<void> => {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline && child.exitCode === null) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await pass(pollMs)
  }
  child.kill('SIGKILL')
  throw new Error(`LiveKit did not start: ${binary}`)
}

/** Starts LiveKit's server on loopback alone, without a log. @returns null where LIVEKIT_SERVER is not set */
export const startLiveKit = async (): Promise<LiveKit | null> => {
  if (binary === undefined) return null
  const [port, tcpPort, udpPort] = await Promise.all([freePort(), freePort(), freePort()])
  const secret = randomBytes(32).toString('hex')
  const settings = {
    port,
    bind_addresses: ['127.0.0.1'],
    keys: { [keyName]: secret },
    logging: { level: 'error' },
    rtc: {
      ...{ tcp_port: tcpPort, udp_port: udpPort, node_ip: '127.0.0.1' },
      ...{ use_external_ip: false, enable_loopback_candidate: true },
    },
  }
  // JSON is YAML.
  const child = spawn(binary, ['--config-body', JSON.stringify(settings)], { stdio: 'ignore' })
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  const missing = new Promise<never>((_resolve, reject) => child.once('error', reject))
  const url = `http://127.0.0.1:${port}`
  await Promise.race([untilReady(child, url), missing])
  const stop = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    await gone
    clearTimeout(timer)
  }
  return { pid: child.pid ?? 0, url, secret, stop }
}
