import type { ChatMessage } from '#contract/chat/chat.ts'
import { dayNumber } from '#web/text/format.ts'
import type { PendingMessage } from '../outbox/pending.ts'

interface RowLook {
  /** The message's id: the row stays the same one when a pending message is sent. */
  readonly key: string
  /** Milliseconds: when the message was sent, or passed to be sent. */
  readonly at: number
  readonly isOwn: boolean
  /** A date bar is above it. */
  readonly startsDay: boolean
  /** The first one of its sender in this minute: the avatar is beside it. */
  readonly startsGroup: boolean
  /** The last one of its sender in this minute: the time is beside it. */
  readonly endsGroup: boolean
}

export interface MessageRow extends RowLook {
  readonly kind: 'message'
  readonly message: ChatMessage
  /** 既読: an own message that the partner has read. */
  readonly isRead: boolean
  /** The unread line is above it. */
  readonly isFirstUnread: boolean
  /** Messages after this seq are missing above it and have to be loaded; null where none are. */
  readonly gapAfterSeq: number | null
}

export interface PendingRow extends RowLook {
  readonly kind: 'pending'
  readonly pending: PendingMessage
}

export type TimelineRow = MessageRow | PendingRow

/** What a row's appearance depends on in the adjacent row. */
export interface Neighbour {
  senderId: string | null
  at: number
  /** Null for a pending one. */
  seq: number | null
}

export interface RowContext {
  ownId: string
  partnerReadSeq: number
  /** 0 without a line. */
  unreadLineSeq: number
}

const minuteMs = 60_000

export const neighbourOf = ({ senderId, sentAt, seq }: ChatMessage): Neighbour => ({
  senderId,
  at: Date.parse(sentAt),
  seq,
})

export const pendingNeighbour = (pending: PendingMessage, ownId: string): Neighbour => ({
  senderId: ownId,
  at: pending.queuedAt,
  seq: null,
})

const isGap = (before: Neighbour, after: Neighbour): boolean =>
  before.seq !== null && after.seq !== null && after.seq !== before.seq + 1

const isOtherDay = (before: Neighbour | undefined, after: Neighbour): boolean =>
  !before || isGap(before, after) || dayNumber(before.at) !== dayNumber(after.at)

const isOtherGroup = (
  before: Neighbour | undefined,
  after: Neighbour | undefined,
  unreadLineSeq: number,
): boolean =>
  !before ||
  !after ||
  before.senderId !== after.senderId ||
  isGap(before, after) ||
  Math.floor(before.at / minuteMs) !== Math.floor(after.at / minuteMs) ||
  (after.seq !== null && after.seq === unreadLineSeq)

/** @param before undefined for the first row, `after` for the last one */
export const messageRow = (
  message: ChatMessage,
  before: Neighbour | undefined,
  after: Neighbour | undefined,
  { ownId, partnerReadSeq, unreadLineSeq }: RowContext,
): MessageRow => {
  const own = neighbourOf(message)
  const isOwn = message.senderId === ownId
  return {
    kind: 'message',
    key: message.id,
    at: own.at,
    message,
    isOwn,
    isRead: isOwn && message.seq <= partnerReadSeq,
    isFirstUnread: message.seq === unreadLineSeq,
    gapAfterSeq: before && isGap(before, own) ? before.seq : null,
    startsDay: isOtherDay(before, own),
    startsGroup: isOtherGroup(before, own, unreadLineSeq),
    endsGroup: isOtherGroup(own, after, unreadLineSeq),
  }
}

export const pendingRow = (
  pending: PendingMessage,
  before: Neighbour | undefined,
  after: Neighbour | undefined,
  { ownId, unreadLineSeq }: RowContext,
): PendingRow => {
  const own = pendingNeighbour(pending, ownId)
  return {
    kind: 'pending',
    key: pending.id,
    at: pending.queuedAt,
    pending,
    isOwn: true,
    startsDay: isOtherDay(before, own),
    startsGroup: isOtherGroup(before, own, unreadLineSeq),
    endsGroup: isOtherGroup(own, after, unreadLineSeq),
  }
}

/** The earlier row object, when it looks the same: a comparison by identity then renders nothing again. */
export const sameRow = <Row extends TimelineRow>(known: TimelineRow | undefined, next: Row): Row => {
  const isSame =
    known !== undefined &&
    (Object.keys(next) as (keyof Row & keyof TimelineRow)[]).every((key) => Object.is(known[key], next[key]))
  return isSame ? (known as Row) : next
}
