import { vi } from 'vitest'
import type { CallEntry } from '../session/call-entry.ts'
import { CallSession } from '../session/call-session.ts'
import { fakeCallEnvironment } from './fake-call-environment.ts'

export const outgoing = {
  direction: 'outgoing' as const,
  origin: 'direct' as const,
  kind: 'video' as const,
  partnerId: '10000001',
  role: 'caller' as const,
  tappedRate: 200,
} satisfies CallEntry
export const incoming = {
  direction: 'incoming' as const,
  origin: 'direct' as const,
  kind: 'video' as const,
  partnerId: '10000001',
  role: 'broadcaster' as const,
  callId: 'call-1',
} satisfies CallEntry

/** For tests under fake timers: one call screen in a fake environment. */
export const begin = (entry: CallEntry = outgoing) => {
  const environment = fakeCallEnvironment()
  const session = new CallSession(environment.ports, entry)
  const seen: string[] = []
  session.store.subscribe(() => {
    const { name } = session.store.get().stage
    if (seen.at(-1) !== name) seen.push(name)
  })
  return {
    environment,
    session,
    seen,
    stage: () => session.store.get().stage,
    wait: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
  }
}

/** A caller's video call that is connected and running. */
export const connected = async () => {
  const it = begin()
  it.environment.server.call = it.environment.snapshot({ phase: 'ringing' })
  it.session.start()
  await it.wait(0)
  it.environment.change({ phase: 'connecting' })
  it.environment.change({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z' })
  await it.wait(0)
  return it
}
