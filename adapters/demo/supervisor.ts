import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { DemoCommand, DemoJoin, DemoReport } from './protocol.ts'

export interface SupervisorLog {
  info(event: string, facts?: Record<string, unknown>): void
  error(event: string, facts?: Record<string, unknown>): void
}

export interface SupervisorOptions {
  log: SupervisorLog
  /** Folder of `{clipId}.ivf` and `{clipId}.opus`; the seeded clips when absent. */
  clipsFolder?: URL
}

export interface DemoSupervisor {
  /**
   * Publishes a clip into a call. Resolves once the WHIP endpoint accepted it; rejects when the endpoint refuses, when
   * it doesn't answer for ten seconds, or when the call is left meanwhile. A second join of a call replaces the first.
   */
  join(call: DemoJoin): Promise<void>
  /** Ends the part in a call; a call without one is no error. */
  leave(callId: string): void
  /** Leaves all calls and ends the process. */
  stop(): Promise<void>
}

const restartPauseMs = { first: 200, max: 5_000 }
/** A process that lived this long crashed by chance, not by nature. */
const soundAfterMs = 30_000
const quitWithinMs = 4_000

interface Part {
  part: number
  call: DemoJoin
  resolve(): void
  reject(error: Error): void
}

/** The child process as its users see it: it starts when it is first needed and restarts after a crash. */
interface DemoProcess {
  send(command: DemoCommand): void
  /** Starts the process unless one runs; `onReport` receives 'ready' when the process accepts commands. */
  wake(): void
  stop(): Promise<void>
}

function createStagehand(
  { log, clipsFolder }: SupervisorOptions,
  onReport: (report: DemoReport) => void,
  isNeeded: () => boolean,
): DemoProcess {
  let child: ChildProcess | undefined
  let ready = false
  let stopped = false
  let pauseMs = restartPauseMs.first

  const onExit = (startedMs: number, code: number | null, signal: NodeJS.Signals | null) => {
    child = undefined
    ready = false
    if (stopped) return
    log.error('demo-process-ended', { code, signal })
    const sound = performance.now() - startedMs > soundAfterMs
    pauseMs = sound ? restartPauseMs.first : Math.min(pauseMs * 2, restartPauseMs.max)
    setTimeout(() => {
      if (isNeeded()) wake()
    }, pauseMs).unref()
  }

  const wake = () => {
    if (child || stopped) return
    const startedMs = performance.now()
    child = fork(new URL('./worker.ts', import.meta.url), clipsFolder ? [clipsFolder.href] : [], {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.on('message', (report: DemoReport) => {
      if (report.type === 'ready') ready = true
      onReport(report)
    })
    child.on('error', (error) => log.error('demo-process-failed', { error }))
    child.on('exit', (code, signal) => onExit(startedMs, code, signal))
  }

  const send = (command: DemoCommand) => {
    if (ready && child?.connected) child.send(command)
  }

  return {
    send,
    wake,
    async stop() {
      stopped = true
      const last = child
      if (!last) return
      const gone = once(last, 'exit')
      if (last.connected) last.send({ type: 'stop' } satisfies DemoCommand)
      const kill = setTimeout(() => last.kill('SIGKILL'), quitWithinMs)
      await gone
      clearTimeout(kill)
    },
  }
}

/**
 * Runs the demo participants in a process of their own: WebRTC never runs in the app's process. The process starts
 * with the first join, restarts after a crash (and publishes its calls again), and ends with its parent.
 */
export function createDemoSupervisor(options: SupervisorOptions): DemoSupervisor {
  const parts = new Map<string, Part>()
  let lastPart = 0
  let stopped = false

  const onReport = (report: DemoReport) => {
    if (report.type === 'ready') {
      for (const { part, call } of parts.values()) child.send({ type: 'join', part, ...call })
      return
    }
    const known = [...parts.values()].find(({ part }) => part === report.part)
    if (!known) return
    if (report.type === 'joined') {
      known.resolve()
      return
    }
    parts.delete(known.call.callId)
    if (report.type === 'left') return
    options.log.info('demo-refused', { callId: known.call.callId, reason: report.reason })
    known.reject(new Error(report.reason))
  }
  const child = createStagehand(options, onReport, () => parts.size > 0)

  const drop = (callId: string, why: string) => {
    const known = parts.get(callId)
    if (!known) return
    parts.delete(callId)
    known.reject(new Error(why))
    child.send({ type: 'leave', part: known.part })
  }

  return {
    join(call) {
      if (stopped) return Promise.reject(new Error('the demo studio is closed'))
      drop(call.callId, 'joined again')
      lastPart += 1
      const part = lastPart
      const joined = new Promise<void>((resolve, reject) => {
        parts.set(call.callId, { part, call, resolve, reject })
      })
      child.send({ type: 'join', part, ...call })
      child.wake()
      return joined
    },
    leave: (callId) => drop(callId, 'the call was left'),
    async stop() {
      stopped = true
      for (const callId of [...parts.keys()]) drop(callId, 'the demo studio is closed')
      await child.stop()
    },
  }
}
