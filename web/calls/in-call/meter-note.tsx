import { CirclePause } from 'lucide-react'
import type { CallSnapshot } from '#contract/calls/calls.ts'
import { pointsPerMinute } from '#web/text/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { CallView } from '../session/call-view.ts'
import styles from './meter-note.module.css'

const standsBecause = {
  caller: 'お相手がマイクかカメラをオンにすると再開します',
  broadcaster: 'マイクかカメラをオンにすると再開します',
} as const

const noteOf = ({ role, live }: CallSnapshot): { what: string; why: string } | null => {
  if (live.carries === 'nothing') return { what: '料金は止まっています', why: standsBecause[role] }
  if (live.kind !== 'video' || live.carries !== 'voice') return null
  return role === 'caller'
    ? { what: '音声のみの料金です', why: `いまは${pointsPerMinute(live.currentPointsPerMin)}です` }
    : { what: '音声のみの料金です', why: 'カメラをオンにすると、ビデオの料金に戻ります' }
}

/** Says on both screens that the meter is paused, or that a video call costs what a voice call costs, and why. */
export const MeterNote = ({ view: { call, stage, outage } }: { view: CallView }) => {
  const isRunning = stage.name === 'inCall' && outage.frozenSince === null
  const note = call && isRunning ? noteOf(call) : null
  return (
    <div className={note ? styles.note : undefined} role="status">
      {note ? (
        <>
          <b>
            {call?.live.carries === 'nothing' ? <Icon of={CirclePause} size="s" /> : null}
            {note.what}
          </b>
          <p>{note.why}</p>
        </>
      ) : null}
    </div>
  )
}
