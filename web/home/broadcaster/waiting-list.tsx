import type { CallbackRequest } from '#contract/studio/studio.ts'
import { offersToCaller, oneTapOffer, outgoingPath } from '#web/people/call-offer.ts'
import { useMyStandby } from '#web/people/queries.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { callsSoFarText } from '#web/text/earlier-calls.ts'
import { callKindLongText } from '#web/text/states.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { PeopleList, PersonRow } from '#web/ui/person/people-list.tsx'
import { CallButton } from '#web/ui/points/call-button.tsx'
import styles from './broadcaster-home.module.css'

/** Callers who asked for a call back or whom nobody answered, with the button that calls them. */
export const WaitingList = ({ waiting }: { waiting: readonly CallbackRequest[] }) => {
  const rates = useMyStandby(true).data?.rates
  if (waiting.length === 0)
    return <p className={styles.done}>いまはいません。出られなかった着信とリクエストが、ここに並びます。</p>
  return (
    <PeopleList>
      {waiting.map((caller) => {
        const { partner, kind, reason, isBusy } = caller
        const offer = oneTapOffer(offersToCaller(rates, isBusy ? 'inCall' : 'offline'), kind)
        return (
          <PersonRow
            key={partner.id}
            imageId={partner.avatarId}
            name={partner.name}
            to={paths.chat(partner.id)}
            note={
              <>
                {reason === 'missedCall' ? `${callKindLongText[kind]}の不在着信` : 'ビデオ通話のリクエスト'}
                <br />
                {callsSoFarText(caller.earlierCalls)}・<DateText at={caller.at} />
              </>
            }
          >
            {offer ? (
              <CallButton
                kind={offer.kind}
                ratePointsPerMin={offer.ratePointsPerMin}
                earnedPointsPerMin={offer.earnedPointsPerMin}
                name={partner.name}
                compact
                {...(offer.way === 'dial'
                  ? { to: outgoingPath(offer.kind, partner.id) }
                  : { variant: 'wait' as const })}
              />
            ) : null}
          </PersonRow>
        )
      })}
    </PeopleList>
  )
}
