import { Phone, Video } from 'lucide-react'
import type { CallSnapshot } from '#contract/calls/calls.ts'
import { callPath } from '#web/shell/navigation/call-paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './call-banner.module.css'

const stateOf = (call: CallSnapshot): { text: string; way: string } => {
  const name = `${call.partner.name}さん`
  const rings = call.phase === 'requested' || call.phase === 'ringing'
  if (!rings) return { text: `${name}と通話中です`, way: '通話に戻る' }
  return call.dialled
    ? { text: `${name}を呼び出しています`, way: '発信に戻る' }
    : { text: `${name}から着信中です`, way: '着信画面へ' }
}

/**
 * A call continues while its screen isn't open: after a reload, after the member left the ringing screen,
 * when another tab rings, or on a page that a ring doesn't replace (`isAtTop`: that page has its controls at
 * the foot).
 */
export const CallBanner = ({ call, isAtTop }: { call: CallSnapshot; isAtTop: boolean }) => {
  const { text, way } = stateOf(call)
  return (
    <div className={classes(styles.banner, isAtTop && styles.atTop, 'night')} role="status">
      <Icon of={call.kind === 'video' ? Video : Phone} size="s" />
      <p>{text}</p>
      <ButtonLink variant="primary" size="s" to={callPath(call)}>
        {way}
      </ButtonLink>
    </div>
  )
}
