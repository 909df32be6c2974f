import { useEffect, useRef, useState } from 'react'
import { messageText, withSan } from '../pane/chat-texts.ts'
import type { TimelineView } from './timeline.ts'

/**
 * Has a screen reader read each new message of the partner once, when it has time; nothing of what scrolling
 * loads.
 */
export const LiveRegion = ({ view, partnerName }: { view: TimelineView; partnerName: string }) => {
  const heardSeq = useRef<number | null>(null)
  const [words, setWords] = useState('')
  const last = view.rows.findLast((row) => row.kind === 'message')
  useEffect(() => {
    if (!last) return
    const { message, isOwn } = last
    const isNews = heardSeq.current !== null && message.seq > heardSeq.current
    heardSeq.current = Math.max(heardSeq.current ?? 0, message.seq)
    if (isNews && !isOwn && !view.hasNewer) setWords(`${withSan(partnerName)}：${messageText(message)}`)
  }, [last, view.hasNewer, partnerName])
  return (
    <div className="vh" role="status" aria-live="polite">
      {words}
    </div>
  )
}
