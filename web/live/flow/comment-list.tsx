import { ArrowDown, Pin } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { FlowEntry } from '#contract/live/flow.ts'
import { useLongPress } from '#web/shell/gestures/use-long-press.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './flow.module.css'
import { lineText } from './flow-model.ts'

/** So far from its end the list still counts as read to the end. */
const endSlackPx = 48

interface CommentListProps {
  entries: readonly FlowEntry[]
  pinned: FlowEntry | null
  /** Under which the viewer's own lines are shown; null before the flow is loaded. */
  ownAlias: string | null
  /** A tap, a long press or a right click on somebody's line. */
  onPick: (entry: FlowEntry) => void
}

/** The flow of a room. It stays at the newest line unless somebody reads further up; then a pill leads back. */
export const CommentList = ({ entries, pinned, ownAlias, onPick }: CommentListProps) => {
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const [readUpTo, setReadUpTo] = useState<number | null>(null)
  const last = entries.at(-1)?.seq ?? 0
  useLayoutEffect(() => {
    if (last > 0 && isAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [last])
  // The composer grows by a refusal and a keyboard takes half of the screen: the newest line stays in sight.
  useLayoutEffect(() => {
    const lines = box.current
    if (!lines) return
    const resized = new ResizeObserver(() => {
      if (isAtEnd.current) lines.scrollTop = lines.scrollHeight
    })
    resized.observe(lines)
    return () => resized.disconnect()
  }, [])
  const toEnd = () => {
    isAtEnd.current = true
    setReadUpTo(null)
    box.current?.scrollTo({ top: box.current.scrollHeight })
  }
  const hasNew = readUpTo !== null && last > readUpTo
  return (
    <div className={styles.list}>
      {pinned ? (
        <p className={styles.pinned}>
          <Icon of={Pin} size="s" />
          <span>
            <b>{pinned.member?.name}</b>
            {pinned.text}
          </span>
        </p>
      ) : null}
      <div
        ref={box}
        className={styles.lines}
        role="log"
        aria-label="コメント"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached from the keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < endSlackPx
          if (isAtEnd.current) setReadUpTo(null)
          else setReadUpTo((before) => before ?? last)
        }}
      >
        {entries.map((entry) => (
          <Line key={entry.seq} entry={entry} isOwn={entry.member?.alias === ownAlias} onPick={onPick} />
        ))}
      </div>
      {hasNew ? (
        <button type="button" className={styles.pill} onClick={toEnd}>
          <Icon of={ArrowDown} size="s" />
          新しいコメント
        </button>
      ) : null}
    </div>
  )
}

const Line = ({
  entry,
  isOwn,
  onPick,
}: {
  entry: FlowEntry
  isOwn: boolean
  onPick: (entry: FlowEntry) => void
}) => {
  const { kind, member, present, text } = entry
  const press = useLongPress(() => onPick(entry))
  const content = (
    <>
      {present ? <img src={`/presents/${present.presentId}.svg`} alt="" width={30} height={30} /> : null}
      <span>
        <Name entry={entry} isOwn={isOwn} />
        {lineText(entry)}
        {present && present.combo > present.quantity ? (
          <em className={styles.combo}>×{present.combo}</em>
        ) : null}
      </span>
    </>
  )
  const look = classes(
    styles.line,
    kind !== 'comment' && styles.gift,
    kind === 'comment' && text === '' && styles.gone,
  )
  if (member === null || isOwn) return <p className={look}>{content}</p>
  return (
    <button type="button" className={look} {...press} onClick={() => onPick(entry)}>
      {content}
    </button>
  )
}

const Name = ({ entry: { kind, member }, isOwn }: { entry: FlowEntry; isOwn: boolean }) => {
  if (member === null) return kind === 'menu' || kind === 'present' ? <b>匿名</b> : null
  return (
    <b data-own={isOwn || undefined}>
      {isOwn ? 'あなた' : member.name}
      {member.isBroadcaster ? <i>配信者</i> : member.isModerator ? <i>見守り</i> : null}
    </b>
  )
}
