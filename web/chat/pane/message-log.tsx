import { ChevronDown } from 'lucide-react'
import { memo, useEffect, useMemo, useRef } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { nearDay } from '#web/text/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { useConversation } from '../messages/message-context.ts'
import {
  DateBar,
  PendingMessageRow,
  SentMessageRow,
  TypingRow,
  UnreadLine,
} from '../messages/message-row.tsx'
import type { ConversationSync, ConversationView } from '../timeline/conversation-sync.ts'
import type { TimelineRow } from '../timeline/timeline-row.ts'
import { withSan } from './chat-texts.ts'
import styles from './message-log.module.css'
import { useJump } from './use-jump.ts'
import { type LogPosition, useLogPosition } from './use-log-position.ts'

/** CSS px rendered above and below the visible part. */
const buffer = 600

/** The conversation; only the part near the screen is in the page. */
export const MessageLog = ({
  view,
  sync,
  isTyping,
  wantedSeq,
  onArrived,
}: {
  view: ConversationView
  sync: ConversationSync
  isTyping: boolean
  /** The seq of the message to show; 0 for none. */
  wantedSeq: number
  onArrived: () => void
}) => {
  const { partner } = useConversation()
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const { rows, isLoadingOlder: isLoading } = view
  const position = useLogPosition(list, view, {
    older: () => void sync.loadOlder(),
    newer: () => void sync.loadNewer(),
    newest: () => void sync.loadNewest(),
    atEnd: (isAtEnd) => sync.setAtBottom(isAtEnd),
  })
  const markedSeq = useJump(rows, wantedSeq, {
    load: (beforeSeq) => void sync.fillAbove(beforeSeq),
    arrive: (index) => {
      position.toRow(index)
      onArrived()
    },
  })
  // The end is a row of its own: the list has no space below its rows.
  const items = useMemo(() => [...rows, null], [rows])
  return (
    <div className={styles.frame}>
      {isLoading ? (
        <div className={styles.loading} role="status">
          <span className={styles.turning}>
            <span className="vh">過去のメッセージを読み込んでいます</span>
          </span>
        </div>
      ) : null}
      <div
        ref={scroller}
        role="log"
        // Scrolling adds and removes rows all the time; live-region.tsx reads new messages aloud.
        aria-live="off"
        aria-label={`${withSan(partner.name)}とのトーク`}
        aria-busy={isLoading || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        className={styles.log}
      >
        <div className={styles.above}>{rows.length === 0 ? <Beginning /> : null}</div>
        <Virtualizer
          ref={list}
          scrollRef={scroller}
          data={items}
          bufferSize={buffer}
          shift={position.shift}
          onScroll={position.onScroll}
          onResize={position.onResize}
        >
          {(row) =>
            row ? (
              <Row
                key={row.key}
                row={row}
                isMarked={markedSeq > 0 && row.kind === 'message' && row.message.seq === markedSeq}
              />
            ) : (
              <div key="end" className={styles.end}>
                {isTyping ? <TypingRow /> : null}
              </div>
            )
          }
        </Virtualizer>
      </div>
      <JumpButton position={position} />
    </div>
  )
}

/** Before the first message. */
const Beginning = () => {
  const { partner } = useConversation()
  return (
    <div className={styles.beginning}>
      <Avatar imageId={partner.avatarId} name={partner.name} size={88} />
      <p>{withSan(partner.name)}に、最初のメッセージを送ってみましょう。</p>
    </div>
  )
}

/** There are many rows: one renders again only when the model replaced it. */
const Row = memo(({ row, isMarked }: { row: TimelineRow; isMarked: boolean }) => (
  <>
    {row.kind === 'message' && row.gapAfterSeq !== null ? (
      <GapRow afterSeq={row.gapAfterSeq} beforeSeq={row.message.seq} />
    ) : null}
    {row.startsDay ? <DateBar label={nearDay(row.at, Date.now())} /> : null}
    {row.kind === 'message' && row.isFirstUnread ? <UnreadLine /> : null}
    {row.kind === 'message' ? (
      <SentMessageRow row={row} isMarked={isMarked} />
    ) : (
      <PendingMessageRow row={row} />
    )}
  </>
))

/** Messages are missing here; scrolling near loads them, from the side of the screen's other half. */
const GapRow = ({ afterSeq, beforeSeq }: { afterSeq: number; beforeSeq: number }) => {
  const { fillGap } = useConversation()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const isBelow = (place.current?.getBoundingClientRect().top ?? 0) > window.innerHeight / 2
    fillGap({ afterSeq, beforeSeq }, isBelow ? 'above' : 'below')
  }, [fillGap, afterSeq, beforeSeq])
  return (
    <div ref={place} className={styles.gap}>
      <span className={styles.turning} />
    </div>
  )
}

/** Leads to the newest message, with the number of messages that came meanwhile. */
const JumpButton = ({ position: { isAtEnd, unseen, toEnd } }: { position: LogPosition }) =>
  isAtEnd ? null : (
    <button type="button" className={styles.down} data-new={unseen > 0 || undefined} onClick={toEnd}>
      {unseen > 0 ? (
        <span>
          新着<span className="num">{unseen > 99 ? '99+' : unseen}</span>件
        </span>
      ) : null}
      <Icon of={ChevronDown} />
      <span className="vh">最新のメッセージへ</span>
    </button>
  )
