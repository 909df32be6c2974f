import { ChevronLeft } from 'lucide-react'
import type { ChatPartner } from '#contract/chat/chat.ts'
import { type CallOffer, outgoingPath } from '#web/people/call-offer.ts'
import { useProfile } from '#web/people/queries.ts'
import { Link } from '#web/router/router.ts'
import { SafetyMenu } from '#web/safety/safety-menu.tsx'
import { localStore } from '#web/shell/local-store.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { prevTab } from '#web/shell/navigation/prev-path.ts'
import { useBackNavigation } from '#web/shell/navigation/use-back-navigation.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { StateBadge } from '#web/ui/person/state-badge.tsx'
import { CallButton } from '#web/ui/points/call-button.tsx'
import { showsState } from '../list/partner-state.ts'
import styles from './chat-header.module.css'

/**
 * Goes back to where the conversation was opened from; without such a page, to the previous tab or to the
 * list.
 */
export const useChatBack = (): (() => void) =>
  useBackNavigation(() => prevTab(localStore) ?? paths.conversations())

const Who = ({ partner }: { partner: ChatPartner }) => (
  <>
    <Avatar imageId={partner.avatarId} name={partner.name} size={40} />
    <span>
      <h1>{partner.name}</h1>
      {showsState(partner) && !partner.hasLeft ? <StateBadge state={partner.state} plain /> : null}
    </span>
  </>
)

/** The partner's name and presence, and the buttons that call. */
export const ChatHead = ({
  partner,
  offers,
}: {
  partner: ChatPartner
  /** The calls that may start from here. */
  offers: readonly CallOffer[]
}) => {
  const goBack = useChatBack()
  // The profile receives changes; the conversation has the state at the time it was read.
  const state = useProfile(partner.id).data?.state ?? partner.state
  return (
    <header className={styles.head}>
      <IconButton icon={ChevronLeft} label="戻る" className={styles.back} onClick={goBack} />
      {partner.hasLeft ? (
        <div className={styles.who}>
          <Who partner={partner} />
        </div>
      ) : (
        <Link to={paths.profile(partner.id)} className={styles.who}>
          <Who partner={{ ...partner, state }} />
        </Link>
      )}
      {offers.map((offer) => (
        <span key={offer.kind} className={styles.call}>
          <CallButton
            kind={offer.kind}
            ratePointsPerMin={offer.ratePointsPerMin}
            earnedPointsPerMin={offer.earnedPointsPerMin}
            name={partner.name}
            size="s"
            {...(offer.way === 'dial'
              ? { to: outgoingPath(offer.kind, partner.id) }
              : { variant: 'wait' as const })}
          />
        </span>
      ))}
      <SafetyMenu partner={partner} place="chat" className={styles.safety} />
    </header>
  )
}
