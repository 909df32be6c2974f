/** The demo process: publishes clips into calls on command, and goes when its parent goes. */
import { type Clip, loadClip } from './clip.ts'
import { everyTick } from './every-tick.ts'
import { startDemoParticipant } from './participant.ts'
import type { DemoCommand, DemoJoin, DemoReport } from './protocol.ts'

const clipsFolder = new URL(process.argv[2] ?? '../../seed/clips/', import.meta.url)

const clips = new Map<string, Promise<Clip>>()
const parts = new Map<number, { stop: AbortController; done: Promise<void> }>()

const report = (message: DemoReport) => {
  // A parent that dies meanwhile is no fault: 'disconnect' follows.
  if (process.connected) process.send?.(message, () => {})
}

function clipOf(clipId: string): Promise<Clip> {
  const known = clips.get(clipId) ?? loadClip(clipsFolder, clipId)
  clips.set(clipId, known)
  return known
}

async function runPart(part: number, join: DemoJoin, signal: AbortSignal): Promise<void> {
  try {
    const { whipUrl, token, kind, clipId } = join
    const clip = await clipOf(clipId)
    const participant = await startDemoParticipant({ whipUrl, token, clip, kind, signal, everyTick })
    report({ type: 'joined', part })
    await participant.ended
    report({ type: 'left', part })
  } catch (error) {
    report({ type: 'refused', part, reason: error instanceof Error ? error.message : String(error) })
  } finally {
    parts.delete(part)
  }
}

async function quit() {
  const all = [...parts.values()]
  for (const { stop } of all) stop.abort()
  await Promise.all(all.map(({ done }) => done))
  process.exit(0)
}

process.on('message', (command: DemoCommand) => {
  if (command.type === 'join') {
    const stop = new AbortController()
    parts.set(command.part, { stop, done: runPart(command.part, command, stop.signal) })
  } else if (command.type === 'leave') parts.get(command.part)?.stop.abort()
  else void quit()
})
process.on('disconnect', () => void quit())
// Ctrl-C and a service's stop reach the whole group; the parent says when, or is gone.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
report({ type: 'ready' })
