import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { TimelineView } from '../timeline/timeline.ts'
import type { TimelineRow } from '../timeline/timeline-row.ts'

/** CSS px: a position nearer to the end counts as the end. */
const endSlack = 48
/** CSS px to an end of the loaded part at which the next page is requested. */
const pageAhead = 1_600
/** CSS px above the unread line when the conversation opens there. */
const unreadLineOffset = -48

interface Anchor {
  key: string
  index: number
}

/**
 * Whether rows were added above the one at the top of the screen. The list then keeps its position by what is
 * below them, otherwise by what is above.
 */
export const cameAbove = (rows: readonly Pick<TimelineRow, 'key'>[], anchor: Anchor | null): boolean => {
  if (!anchor || rows[anchor.index]?.key === anchor.key) return false
  return rows.findIndex(({ key }) => key === anchor.key) > anchor.index
}

const unreadIndex = (rows: readonly TimelineRow[]): number =>
  rows.findIndex((row) => row.kind === 'message' && row.isFirstUnread)

const spaceBelow = ({ scrollSize, scrollOffset, viewportSize }: VirtualizerHandle): number =>
  scrollSize - scrollOffset - viewportSize

/** What the conversation learns about the visible part. */
export interface LogListener {
  older: () => void
  newer: () => void
  /** Loads the newest page, wherever the member is. */
  newest: () => void
  atEnd: (isAtEnd: boolean) => void
}

export interface LogPosition {
  /** For the list: keep the position by what is below. */
  shift: boolean
  isAtEnd: boolean
  /** Messages that were added below the visible ones. */
  unseen: number
  onScroll: () => void
  onResize: () => void
  toEnd: () => void
  toRow: (index: number) => void
}

/**
 * The scroll position of a conversation. It opens at the unread line, or at its end; stays at the end while
 * it is there, also when the keyboard appears; and otherwise keeps its position whatever is added above or
 * below.
 */
export const useLogPosition = (
  list: RefObject<VirtualizerHandle | null>,
  view: TimelineView,
  listener: LogListener,
): LogPosition => {
  const { rows, syncState, hasOlder, hasNewer } = view
  const anchor = useRef<Anchor | null>(null)
  const sticks = useRef(true)
  const hasOpened = useRef(false)
  /** The newest page is loading, and the list is to scroll to its end. */
  const wantsEnd = useRef(false)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const [seenSeq, setSeenSeq] = useState(0)
  const followedKey = useRef<string | null>(null)
  const last = rows.at(-1)

  const toEnd = () => {
    sticks.current = true
    wantsEnd.current = hasNewer
    if (hasNewer) listener.newest()
    // The end itself is the row after the last one.
    list.current?.scrollToIndex(rows.length, { align: 'end' })
  }

  const updatePosition = useEffectEvent(() => {
    const handle = list.current
    if (!handle || rows.length === 0 || handle.viewportSize === 0) return
    const { scrollOffset, viewportSize } = handle
    const index = Math.min(handle.findItemIndex(scrollOffset), rows.length - 1)
    const top = rows[index]
    anchor.current = top ? { key: top.key, index } : null
    const below = spaceBelow(handle)
    sticks.current = below < endSlack && !hasNewer
    setIsAtEnd(sticks.current)
    listener.atEnd(sticks.current)
    const lowest = rows[handle.findItemIndex(scrollOffset + viewportSize - 1)]
    if (lowest?.kind === 'message') setSeenSeq((seen) => Math.max(seen, lowest.message.seq))
    if (hasOlder && scrollOffset < pageAhead) listener.older()
    if (hasNewer && below < pageAhead) listener.newer()
  })

  const settle = useEffectEvent(() => {
    if (!last) return
    // An own new message is always followed, once: a failed one stays the last row.
    const isOwnNew = last.kind === 'pending' && last.key !== followedKey.current
    followedKey.current = last.key
    const unread = hasOpened.current ? -1 : unreadIndex(rows)
    if (unread > 0) {
      sticks.current = false
      list.current?.scrollToIndex(unread, { align: 'start', offset: unreadLineOffset })
    } else if (!hasOpened.current || sticks.current || wantsEnd.current || isOwnNew) toEnd()
    else updatePosition()
    hasOpened.current = true
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever comes is followed where the end is seen
  useLayoutEffect(() => settle(), [last?.key, rows.length])

  return {
    shift: cameAbove(rows, anchor.current),
    isAtEnd,
    unseen: isAtEnd ? 0 : Math.max(0, syncState.lastSeq - Math.max(seenSeq, syncState.ownReadSeq)),
    onScroll: () => updatePosition(),
    onResize: () => {
      if (sticks.current) toEnd()
      // While the list scrolls to the end its position says nothing; a list that fits the screen never
      // scrolls.
      if (!sticks.current || (list.current && spaceBelow(list.current) < endSlack)) updatePosition()
    },
    toEnd,
    toRow: (index) => {
      sticks.current = false
      list.current?.scrollToIndex(index, { align: 'center' })
    },
  }
}
