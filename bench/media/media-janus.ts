import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { freePort } from './free-port.ts'

export interface Janus {
  pid: number
  /** Of its HTTP API. */
  url: string
  stop(): Promise<void>
}

export class JanusMissing extends Error {
  override name = 'JanusMissing'
}

/** Where Debian's packages are unpacked: the system, unless `JANUS_ROOT` names another folder. */
const root = process.env.JANUS_ROOT ?? '/'
const systemLibraries = path.join(root, 'usr/lib/x86_64-linux-gnu')
const libraries = path.join(systemLibraries, 'janus')
const patienceMs = 10_000
const pollMs = 50

const listOthers = async (folder: string, used: string): Promise<string> => {
  const files = await readdir(path.join(libraries, folder)).catch(() => {
    throw new JanusMissing()
  })
  return files.filter((file) => file.endsWith('.so') && file !== used).join(',')
}

/** The VideoRoom plugin and the HTTP API, nothing else, and no log on the way of a packet. */
const writeConfiguration = async (folder: string, port: number, eventLoops: number): Promise<void> => {
  const settings = {
    'janus.jcfg': `
      general: {
        configs_folder = "${folder}"
        plugins_folder = "${libraries}/plugins"
        transports_folder = "${libraries}/transports"
        debug_level = 2
        log_to_stdout = false
        log_to_file = "${folder}/janus.log"
        ${eventLoops > 0 ? `event_loops = ${eventLoops}` : ''}
      }
      plugins: { disable = "${await listOthers('plugins', 'libjanus_videoroom.so')}" }
      transports: { disable = "${await listOthers('transports', 'libjanus_http.so')}" }`,
    'janus.transport.http.jcfg': `
      general: { json = "plain"; base_path = "/janus"; http = true; port = ${port}; ip = "127.0.0.1"; https = false }
      admin: { admin_http = false }`,
    'janus.plugin.videoroom.jcfg': 'general: { }',
  }
  for (const [name, text] of Object.entries(settings)) await writeFile(path.join(folder, name), text)
}

const untilReady = async (child: ChildProcess, url: string): Promise<void> => {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline && child.exitCode === null) {
    const response = await fetch(`${url}/info`).catch(() => null)
    if (response?.ok) return
    await pass(pollMs)
  }
  child.kill('SIGKILL')
  throw new Error('Janus did not start')
}

/**
 * Starts Debian's Janus with a configuration of its own.
 * @param eventLoops threads that share all connections; 0 is its default, a thread for each connection
 */
export const startJanus = async (eventLoops: number): Promise<Janus> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'koyoi-bench-janus-'))
  const cleanUp = () => rm(folder, { recursive: true, force: true })
  try {
    const port = await freePort()
    await writeConfiguration(folder, port, eventLoops)
    const janus = await launch(folder, `http://127.0.0.1:${port}/janus`)
    return { ...janus, stop: () => janus.stop().finally(cleanUp) }
  } catch (error) {
    await cleanUp()
    throw error
  }
}

const launch = async (folder: string, url: string): Promise<Janus> => {
  const env = { ...process.env, LD_LIBRARY_PATH: systemLibraries }
  const child = spawn(path.join(root, 'usr/bin/janus'), ['-F', folder], { stdio: 'ignore', env })
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  const missing = new Promise<never>((_resolve, reject) =>
    child.once('error', () => reject(new JanusMissing())),
  )
  await Promise.race([untilReady(child, url), missing])
  const stop = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    await gone
    clearTimeout(timer)
  }
  return { pid: child.pid ?? 0, url, stop }
}
