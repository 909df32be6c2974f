import type { ReactNode } from 'react'
import { isIncomingPage } from '#domain/calls/call-pages.ts'
import { useLocation } from '#web/router/router.ts'
import { AreModalsAside } from '#web/ui/dialog/modals-aside.ts'

/** Around modals that any page may show: they make way for one on which a call rings. */
export const MakesWay = ({ children }: { children: ReactNode }) => (
  <AreModalsAside value={isIncomingPage(useLocation().pathname)}>{children}</AreModalsAside>
)
