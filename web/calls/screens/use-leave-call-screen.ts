import { useNavigate } from '#web/router/router.ts'
import { historyIndex, pageBefore, recordPage } from '#web/shell/navigation/page-trail.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { wayOut } from '../session/way-out.ts'

interface Leaving {
  /** The page after the call. */
  to: string
  /** Null while nobody is known to call with. */
  partnerId: string | null
  /** The member goes on where the call came in between. */
  staysPut: boolean
  /** Whether the address of the screen is of no use after its call: that of a ring is, that of dialling isn't. */
  isIncoming: boolean
}

/** A page about the partner takes the place of a ring that is over, which a step forward would lead to. */
const replaceRing = (partnerId: string, before: string | null): void => {
  const chat = paths.chat(partnerId)
  const instead = before === chat ? paths.profile(partnerId) : chat
  window.history.replaceState(window.history.state, '', instead)
  recordPage(historyIndex(), instead)
}

/** Leaves a call screen so that one step back leads one page back, and no step leads to a call that is over. */
export const useLeaveCallScreen = (): ((leaving: Leaving) => void) => {
  const navigate = useNavigate()
  return ({ to, partnerId, staysPut, isIncoming }) => {
    const before = pageBefore()
    const pages = partnerId === null ? [] : [paths.profile(partnerId), paths.chat(partnerId)]
    const out = wayOut({ before, to, pages, staysPut })
    if (out.way === 'replace') {
      void navigate(out.to, { replace: true })
      return
    }
    if (isIncoming && partnerId !== null) replaceRing(partnerId, before)
    void navigate(-1)
  }
}
