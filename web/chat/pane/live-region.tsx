import { useEffect, useRef, useState } from 'react'
import type { TimelineView } from '../timeline/timeline.ts'
import { messageText, withSan } from './chat-texts.ts'

/**
 * Has a screen reader read each new message of the partner once, when it has time; nothing of what scrolling
 * loads.
 */
export const LiveRegion = ({ view, partnerName }: { view: TimelineView; partnerName: string }) => {
  const lastSeq = useRef<number | null>(null)
  const [text, setText] = useState('')
  const last = view.rows.findLast((row) => row.kind === 'message')
  useEffect(() => {
    if (!last) return
    const { message, isOwn } = last
    const isNew = lastSeq.current !== null && message.seq > lastSeq.current
    lastSeq.current = Math.max(lastSeq.current ?? 0, message.seq)
    if (isNew && !isOwn && !view.hasNewer) setText(`${withSan(partnerName)}：${messageText(message)}`)
  }, [last, view.hasNewer, partnerName])
  return (
    <div className="vh" role="status" aria-live="polite">
      {text}
    </div>
  )
}
