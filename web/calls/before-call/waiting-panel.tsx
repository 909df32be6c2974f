import type { ReactNode } from 'react'
import type { CallKind } from '#contract/calls/calls.ts'
import { incrementMs } from '#contract/points/points.ts'
import { incrementPoints } from '#domain/points/increment.ts'
import { points } from '#web/text/format.ts'
import { PriceTag } from '#web/ui/points/price-tag.tsx'
import type { DeviceSwitches } from '../media/device-memory.ts'
import { devicesOf } from '../media/device-texts.ts'
import styles from './before-call.module.css'
import { RingingAvatar } from './ringing-avatar.tsx'

/** The middle of a screen before the call: the avatar, what goes on, and what there is to know. */
export const WaitingPanel = ({
  avatarId,
  isCalling = false,
  small = false,
  title,
  children,
}: {
  avatarId: string | null
  isCalling?: boolean
  small?: boolean
  title: string
  children?: ReactNode
}) => (
  <div className={styles.stage}>
    <RingingAvatar imageId={avatarId} isCalling={isCalling} small={small} />
    <div className={styles.texts}>
      <div role="status">
        <h2>{title}</h2>
      </div>
      {children}
    </div>
  </div>
)

/** The price where no button shows it. `isHighest`: the broadcaster isn't known yet. */
export const Rate = ({ amount, isHighest = false }: { amount: number; isHighest?: boolean }) => (
  <p className={styles.rate}>
    {isHighest ? '最大' : null}
    <PriceTag amount={amount} />
    <span>
      （{incrementMs / 1000}秒ごとに{points(incrementPoints(amount))}）
    </span>
  </p>
)

/** Which button to press, shown only when the permission prompt stays open for a while. */
export const PermissionHint = ({ kind, switches }: { kind: CallKind; switches: DeviceSwitches }) => (
  <p className={styles.hint}>
    ブラウザにたずねられたら、{devicesOf(kind, switches)}を「許可」にしてください。
  </p>
)
