// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type FlowEntry, liveFlowPageMax } from '#contract/live/flow.ts'
import { socketHub } from '#web/realtime/socket.ts'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { emptyFlow } from './flow-model.ts'
import { useFlow } from './use-flow.ts'

const server = vi.hoisted(() => ({
  handlers: new Map<string, (news?: object) => void>(),
  /** What the server says to a page that joins; called once the page is in the room. */
  joined: [] as (() => void)[],
  posted: 0,
  /** Holds answers back that were read already. */
  holding: null as Promise<void> | null,
  requests: [] as { after?: number }[],
  removed: new Set<number>(),
}))
vi.mock('socket.io-client', () => ({
  io: () => ({
    ...{ connected: true, active: true, io: { on: () => undefined, off: () => undefined } },
    disconnect: () => undefined,
    emit: (name: string, _: unknown, answer?: (isIn: boolean) => void) => {
      if (name === 'call:join') server.joined.push(() => answer?.(true))
    },
    on: (name: string, handler: (news?: object) => void) => server.handlers.set(name, handler),
  }),
}))
vi.mock('#web/shell/query.ts', async (original) => ({
  ...(await original<object>()),
  fetchEndpoint: async ({ path }: { path: string }, input: { after?: number }) => {
    if (path !== '/api/get-live-flow') return { type: 'success', orders: [] }
    server.requests.push(input)
    const { after = Math.max(0, server.posted - liveFlowPageMax) } = input
    const length = Math.min(server.posted - after, liveFlowPageMax)
    const seqs = Array.from({ length }, (_, index) => after + index + 1)
    const answer = {
      ...{ type: 'success', entries: seqs.map(entry), newest: server.posted, state: emptyFlow.state },
      ...{ role: 'watcher', ownAlias: 'A'.repeat(22), commentPoints: 20, isMuted: false, bonus: null },
    }
    await server.holding
    return answer
  },
}))

const entry = (seq: number): FlowEntry => ({
  ...{ seq, id: `id-${seq}`, kind: 'comment', at: '2026-11-23T12:00:00.000Z' },
  text: server.removed.has(seq) ? '' : `${seq}`,
  ...{ member: { alias: 'A'.repeat(22), name: 'ゆう', isBroadcaster: false, isModerator: false } },
  ...{ present: null, menu: null },
})

const roomId = '5f0c9a50-0a39-4c9e-8a25-0f4a0a6d7a11'
const Shown = () => {
  const { flow } = useFlow(roomId)
  return <p>{flow.entries.map(({ text }) => text || '-').join(' ')}</p>
}

beforeEach(() => {
  Object.assign(server, { posted: 2, holding: null, requests: [], joined: [], removed: new Set() })
  socketHub.open()
})
afterEach(async () => {
  await closePages()
  socketHub.leaveCall()
  socketHub.close()
  server.handlers.clear()
})

const open = async () => {
  const page = await openPage(<Shown />, { session: memberSession })
  await page.until(() => expect(server.handlers.has('connect')).toBe(true))
  socketHub.joinCall('call-1', 'token')
  return page
}
const shown = () => document.querySelector('p')?.textContent
/** The server lets the page in and says so. */
const letIn = () => act(async () => server.joined.at(-1)?.())

it('takes in what is posted between its first question and its place in the room', async () => {
  const page = await open()
  await page.until(() => expect(shown()).toBe('1 2'))
  server.posted = 4
  await letIn()
  await page.until(() => expect(shown()).toBe('1 2 3 4'))
})

it('asks once more where the first question is still unanswered when it comes in', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.holding = promise
  const page = await open()
  await page.until(() => expect(server.requests).toEqual([{ roomId }]))
  server.posted = 3
  await letIn()
  server.holding = null
  await act(async () => resolve())
  await page.until(() => expect(shown()).toBe('1 2 3'))
  expect(server.requests).toEqual([{ roomId }, { roomId }])
})

it('asks once after a reconnection, when it is in the room again', async () => {
  const page = await open()
  await letIn()
  await page.until(() => expect(server.requests).toHaveLength(2))
  server.posted = 3
  await act(async () => server.handlers.get('connect')?.())
  expect(server.requests).toHaveLength(2)
  await letIn()
  await page.until(() => expect(shown()).toBe('1 2 3'))
  expect(server.requests).toHaveLength(3)
})

it('drops what was removed while it was out of the room', async () => {
  const page = await open()
  await letIn()
  await page.until(() => expect(server.requests).toHaveLength(2))
  server.removed.add(1)
  await act(async () => server.handlers.get('connect')?.())
  await letIn()
  await page.until(() => expect(shown()).toBe('- 2'))
})

it('shows all that came while it was out of the room, though it is more than one answer', async () => {
  const page = await open()
  await letIn()
  await page.until(() => expect(server.requests).toHaveLength(2))
  server.posted = 2 + 2 * liveFlowPageMax
  server.removed.add(1).add(3)
  await act(async () => server.handlers.get('connect')?.())
  await letIn()
  const rest = Array.from({ length: server.posted - 3 }, (_, index) => index + 4)
  await page.until(() => expect(shown()).toBe(['-', ...rest].join(' ')))
})
