import type { OutputOf } from '#contract/core/endpoint.ts'
import type { FlowEntry, FlowRole, FlowState, liveFlowEndpoints, MenuOrder } from '#contract/live/flow.ts'

export type LoadedFlow = OutputOf<typeof liveFlowEndpoints.getLiveFlow>

/** Entries that a page keeps; older ones are dropped. */
export const shownMax = 200
/** Of more missed entries the page shows the newest, as on entering. */
const caughtUpMax = 200

export interface Flow {
  isLoaded: boolean
  /** Oldest first, by number. */
  entries: readonly FlowEntry[]
  /** Every entry up to this number is known or dropped; 0: none. */
  upTo: number
  /** Entries that came with the page, or were caught up: they are shown without an animation. */
  seenUpTo: number
  state: FlowState
  orders: readonly MenuOrder[]
  role: FlowRole
  ownAlias: string | null
  commentPoints: number
  isMuted: boolean
  bonus: LoadedFlow['bonus']
}

export const emptyFlow: Flow = {
  isLoaded: false,
  entries: [],
  upTo: 0,
  seenUpTo: 0,
  state: { pinned: null, slowModeSec: 0, isMenuPaused: false, goal: null },
  orders: [],
  role: 'watcher',
  ownAlias: null,
  commentPoints: 0,
  isMuted: false,
  bonus: null,
}

export type FlowAction =
  | { type: 'loaded'; answer: LoadedFlow; after: number | undefined }
  | { type: 'entries'; entries: readonly FlowEntry[] }
  | { type: 'state'; state: FlowState }
  | { type: 'orders'; orders: readonly MenuOrder[]; isOwnView: boolean }
  | { type: 'bonusReceived' }

/** New entries in their place; one that is known already is replaced: it was removed. */
const merge = (known: readonly FlowEntry[], arrived: readonly FlowEntry[]): FlowEntry[] => {
  const bySeq = new Map([...known, ...arrived].map((entry) => [entry.seq, entry]))
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq).slice(-shownMax)
}

/** The last number up to which nothing is missing, from `upTo` on. */
const contiguous = (entries: readonly FlowEntry[], upTo: number): number => {
  let last = upTo
  for (const { seq } of entries) if (seq === last + 1) last = seq
  return last
}

/** The newest number that is known to exist. */
const newestOf = (entries: readonly FlowEntry[], newest: number): number =>
  Math.max(newest, entries.at(-1)?.seq ?? 0)

/** Whether so few are missing that they are asked for. */
const isNear = (upTo: number, entries: readonly FlowEntry[], newest: number): boolean =>
  newestOf(entries, newest) - upTo <= caughtUpMax

const withLoaded = (flow: Flow, answer: LoadedFlow, after: number | undefined): Flow => {
  const first = answer.entries[0]?.seq ?? answer.newest + 1
  const gone = new Map(
    flow.entries.flatMap((entry) => (entry.text === '' ? [[entry.seq, entry] as const] : [])),
  )
  const entries = merge(
    // What is before the newest entries may have been removed unseen: it isn't shown any more.
    after === undefined ? flow.entries.filter(({ seq }) => seq >= first) : flow.entries,
    // An answer may be older than a removal that came while it was on its way.
    answer.entries.map((entry) => gone.get(entry.seq) ?? entry),
  )
  // A page that begins anew knows what is before its first entry as well. Else it asks for what came in between.
  const isAnew = after === undefined && !(flow.isLoaded && isNear(flow.upTo, entries, answer.newest))
  const from = isAnew ? Math.max(flow.upTo, first - 1) : flow.upTo
  const { state, role, ownAlias, commentPoints, isMuted, bonus } = answer
  const upTo = contiguous(entries, from)
  return {
    ...flow,
    ...{ isLoaded: true, entries, upTo, state, role, ownAlias, commentPoints, isMuted, bonus },
    seenUpTo: Math.max(flow.seenUpTo, answer.entries.at(-1)?.seq ?? answer.newest),
  }
}

export const nextFlow = (flow: Flow, action: FlowAction): Flow => {
  switch (action.type) {
    case 'loaded':
      return withLoaded(flow, action.answer, action.after)
    case 'entries': {
      const entries = merge(flow.entries, action.entries)
      return { ...flow, entries, upTo: flow.isLoaded ? contiguous(entries, flow.upTo) : flow.upTo }
    }
    case 'state':
      return { ...flow, state: action.state }
    case 'orders': {
      // What goes to the whole room doesn't know whose page this is.
      const mine = new Set(flow.orders.filter(({ isMine }) => isMine).map(({ orderId }) => orderId))
      const orders = action.isOwnView
        ? action.orders
        : action.orders.map((order) => ({ ...order, isMine: mine.has(order.orderId) }))
      return { ...flow, orders }
    }
    case 'bonusReceived':
      return { ...flow, bonus: flow.bonus && { ...flow.bonus, isReceived: true } }
  }
}

/** What to ask for next; null: nothing is missing. After a long absence the page begins anew with the newest entries. */
export const missing = (flow: Flow, newest: number): { after?: number } | null => {
  if (!flow.isLoaded) return {}
  if (flow.upTo >= newestOf(flow.entries, newest)) return null
  return isNear(flow.upTo, flow.entries, newest) ? { after: flow.upTo } : {}
}

export type GoalTone = 'open' | 'reached'

/** The goal as a line and a part of 1. */
export const goalView = (
  goal: NonNullable<FlowState['goal']>,
): { text: string; figures: string; part: number; tone: GoalTone } => {
  const { name, unit, target, done, isReached } = goal
  const counter = unit === 'points' ? 'pt' : ''
  const left = Math.max(0, target - done)
  const figures = `${done.toLocaleString('ja-JP')}／${target.toLocaleString('ja-JP')}${counter}`
  const rest = unit === 'points' ? `${left.toLocaleString('ja-JP')}pt` : `${left}つ`
  return {
    text: isReached ? `${name} 達成しました` : `${name} あと${rest}`,
    figures,
    part: Math.min(1, done / target),
    tone: isReached ? 'reached' : 'open',
  }
}

/** What a line of the flow says beside the name; a comment says its own text. */
export const lineText = (entry: FlowEntry): string => {
  const { kind, present, menu, text } = entry
  if (present) {
    const times = present.quantity > 1 ? `を${present.quantity}個` : 'を'
    return `${present.name}${times}贈りました`
  }
  if (menu) return `「${menu.name}」を注文しました`
  if (kind === 'goal') return text === '' ? '目標を達成しました' : `目標「${text}」を達成しました`
  return text === '' ? '表示できないコメントです' : text
}

/** Entries that came while the page was open, for the animation: presents, newest last. */
export const freshPresents = (flow: Flow, shownUpTo: number): FlowEntry[] =>
  flow.entries.filter(
    ({ seq, present, kind }) =>
      seq > Math.max(shownUpTo, flow.seenUpTo) && (present !== null || kind === 'goal'),
  )
