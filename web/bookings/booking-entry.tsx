import { CalendarClock } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Profile } from '#contract/people/people.ts'
import { useViewerRole } from '#web/people/use-viewer-role.ts'
import { openRegistration } from '#web/session/account-dialog-state.ts'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { Button } from '#web/ui/button.tsx'
import { useBookingOffer } from './queries.ts'

const ProposeModal = lazyPart(async () => (await import('./propose-modal.tsx')).ProposeModal)

/** The way to a booking on a profile. Absent for broadcasters, and where the broadcaster takes none. */
export const BookingEntry = ({ person }: { person: Profile }) => {
  const [isOpen, setIsOpen] = useState(false)
  const isVisitor = useViewerRole() === null
  const isOffered = useBookingOffer(person.id).isOpen
  const hasKind = person.rates.video !== null || person.rates.voice !== null
  if (!person.callable || !isOffered || !hasKind) return null
  return (
    <>
      <Button icon={CalendarClock} block onClick={() => (isVisitor ? openRegistration() : setIsOpen(true))}>
        時間を決めて予約する
      </Button>
      <Suspense fallback={null}>
        {isOpen ? <ProposeModal person={person} onClose={() => setIsOpen(false)} /> : null}
      </Suspense>
    </>
  )
}
