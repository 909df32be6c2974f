import { CirclePlus, Heart, type LucideIcon, MessageCircle, Shuffle } from 'lucide-react'
import { defaultRates } from '#contract/calls/calls.ts'
import type { CallEndedInfo, PostCallAction, PostCallView } from '#domain/calls/post-call.ts'
import type { Favourite } from '#web/favourites/favourite.ts'
import { AvailabilityButton } from '#web/people/availability-button.tsx'
import { outgoingPath } from '#web/people/call-offer.ts'
import { useCallOffers } from '#web/people/use-call-offers.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CallButton } from '#web/ui/points/call-button.tsx'
import { PriceTag } from '#web/ui/points/price-tag.tsx'
import { priceTappedState } from '#web/ui/points/price-tapped.ts'
import styles from './post-call-actions.module.css'

const pages: Record<
  Extract<PostCallAction, 'chat' | 'purchase'>,
  { label: string; shortLabel: string; icon: LucideIcon; path: (partnerId: string) => string }
> = {
  chat: {
    label: 'メッセージを送る',
    shortLabel: 'メッセージ',
    icon: MessageCircle,
    path: (partnerId) => paths.chat(partnerId),
  },
  purchase: {
    label: 'ポイントを購入する',
    shortLabel: 'ポイント購入',
    icon: CirclePlus,
    path: (partnerId) => paths.purchase(paths.profile(partnerId)),
  },
}

interface ActionsProps {
  info: CallEndedInfo
  view: PostCallView
  /** The partner's name; empty until it is known. */
  name: string
  favourite: Favourite
  isReady: boolean
  /** Called when a link leads to another page. */
  onLeave: () => void
}

/** What can be done after a call: the main button, then new calls with their prices, then the rest side by side. */
export const PostCallActions = ({ info, view, name, favourite, isReady, onLeave }: ActionsProps) => {
  const { action, furtherActions } = view
  const further = (one: PostCallAction) => furtherActions.includes(one)
  return (
    <>
      {action === 'next' ? (
        <NextCall isMain onLeave={onLeave} />
      ) : action === 'redial' ? null : (
        <PageLink action={action} partnerId={info.partnerId} onLeave={onLeave} isMain />
      )}
      {isUnanswered(info) ? <AvailabilityButton person={{ id: info.partnerId, name }} /> : null}
      {further('next') ? <NextCall onLeave={onLeave} /> : null}
      {further('redial') ? (
        <Redial partnerId={info.partnerId} kind={view.kind} name={name} onLeave={onLeave} />
      ) : null}
      <div className={styles.tiles}>
        <FavouriteToggle favourite={favourite} isReady={isReady} />
        {(['chat', 'purchase'] as const).filter(further).map((one) => (
          <PageLink key={one} action={one} partnerId={info.partnerId} onLeave={onLeave} />
        ))}
      </div>
    </>
  )
}

/** A busy or absent broadcaster didn't take the caller's call. */
const isUnanswered = ({ role, isConnected, type }: CallEndedInfo) =>
  role === 'caller' && !isConnected && type === 'withChatButton'

const FavouriteToggle = ({ favourite, isReady }: { favourite: Favourite; isReady: boolean }) => (
  <Button
    variant={favourite.bookmark ? 'tonal' : 'quiet'}
    icon={Heart}
    iconFilled={favourite.bookmark}
    className={styles.tile ?? ''}
    aria-pressed={favourite.bookmark}
    aria-disabled={favourite.locked || !isReady}
    onClick={favourite.toggle}
  >
    お気に入り
  </Button>
)

/** Leads to the partner's chat or to the purchase page. */
const PageLink = ({
  action,
  partnerId,
  onLeave,
  isMain = false,
}: {
  action: keyof typeof pages
  partnerId: string
  onLeave: () => void
  isMain?: boolean
}) => {
  const { label, shortLabel, icon, path } = pages[action]
  const to = path(partnerId)
  return (
    <ButtonLink
      variant={isMain ? 'primary' : 'quiet'}
      size={isMain ? 'l' : 'm'}
      block
      icon={icon}
      className={isMain ? undefined : styles.tile}
      to={to}
      // The modal may be on that very page.
      replace={window.location.pathname === to}
      onClick={onLeave}
    >
      {isMain ? label : shortLabel}
    </ButtonLink>
  )
}

/** Calls the partner again by the same kind, where the partner can be called now. */
const Redial = ({
  partnerId,
  kind,
  name,
  onLeave,
}: {
  partnerId: string
  kind: PostCallView['kind']
  name: string
  onLeave: () => void
}) => {
  const offer = useCallOffers(partnerId).find((one) => one.kind === kind && one.way === 'dial')
  return offer ? (
    <CallButton
      kind={kind}
      word="かけ直す"
      ratePointsPerMin={offer.ratePointsPerMin}
      earnedPointsPerMin={offer.earnedPointsPerMin}
      name={name}
      variant="outline"
      className={styles.call}
      to={outgoingPath(kind, partnerId)}
      onClick={onLeave}
    />
  ) : null
}

/** A random call with the next broadcaster, at the standard price or below it. */
const NextCall = ({ isMain = false, onLeave }: { isMain?: boolean; onLeave: () => void }) => (
  <ButtonLink
    variant={isMain ? 'primary' : 'quiet'}
    size={isMain ? 'l' : 'm'}
    block
    icon={Shuffle}
    to={paths.randomCall()}
    state={priceTappedState(defaultRates.video)}
    onClick={onLeave}
  >
    次の人と話す
    <span className={styles.highest}>
      最大
      <PriceTag amount={defaultRates.video} />
    </span>
  </ButtonLink>
)
