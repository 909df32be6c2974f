import type { Booking, BookingOutcome, BookingSide } from '#contract/bookings/bookings.ts'
import { endOf } from '#domain/bookings/booking.ts'
import { bookingOpensBeforeMs } from '#domain/bookings/proposal.ts'

/** What a member can do about a booking now. */
export interface BookingView {
  state: string
  /** The member is asked for an answer. */
  mustAnswer: boolean
  mayCounter: boolean
  mayCancel: boolean
  /** It is the time: the call's button is there. */
  mayCall: boolean
}

const outcomes: Record<BookingSide, Record<BookingOutcome, string>> = {
  caller: {
    met: '通話しました',
    callerAbsent: 'お相手からの着信に、つながりませんでした',
    broadcasterAbsent: '発信しましたが、つながりませんでした',
    noCall: 'この時間の通話はありませんでした',
  },
  broadcaster: {
    met: '通話しました',
    callerAbsent: '発信しましたが、つながりませんでした',
    broadcasterAbsent: 'お相手からの着信に、つながりませんでした',
    noCall: 'この時間の通話はありませんでした',
  },
}

const stateOf = (booking: Booking, mayCall: boolean): string => {
  switch (booking.phase) {
    case 'proposed':
      if (booking.proposedBy === booking.side) return '返事を待っています'
      return booking.side === 'caller' ? '別の時間の提案が届きました' : '申し込みが届きました'
    case 'accepted':
      return mayCall ? '予約の時間です' : '予約が決まりました'
    case 'declined':
      return '見送られました'
    case 'cancelled':
      return '取り消されました'
    case 'expired':
      return '返事がないまま時間になりました'
    case 'over':
      return outcomes[booking.side][booking.outcome ?? 'noCall']
  }
}

export const bookingView = (booking: Booking, now: number): BookingView => {
  const startsAt = Date.parse(booking.startsAt)
  const isOpen = booking.phase === 'proposed' || booking.phase === 'accepted'
  const mustAnswer = booking.phase === 'proposed' && booking.proposedBy !== booking.side && now < startsAt
  const isTime = now >= startsAt - bookingOpensBeforeMs && now < endOf({ startsAt, minutes: booking.minutes })
  const mayCall = booking.phase === 'accepted' && isTime
  return {
    state: stateOf(booking, mayCall),
    mustAnswer,
    mayCounter: mustAnswer && booking.side === 'broadcaster',
    mayCancel: isOpen && !mustAnswer,
    mayCall,
  }
}
