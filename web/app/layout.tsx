import { Suspense, useEffect, useRef, useState } from 'react'
import { AccountDialogs } from '#web/account/account-dialogs.tsx'
import { isOpenToAll, useIsAgeGateShown } from '#web/age/age-gate.ts'
import { useUnreadMessages } from '#web/chat/member/use-member-chat.ts'
import { OfflineBanner } from '#web/layout/offline-banner.tsx'
import { VisitorBar } from '#web/layout/visitor-bar.tsx'
import { useUnreadNotifications } from '#web/notifications/use-unread-notifications.ts'
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from '#web/router/router.ts'
import { SafetyCenter } from '#web/safety/safety-center.tsx'
import { useSession } from '#web/session/session.tsx'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { usePageTrail } from '#web/shell/navigation/page-trail.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useRememberPrevPath } from '#web/shell/navigation/prev-path.ts'
import { useFocusOnMove } from '#web/shell/navigation/use-focus-on-move.ts'
import { useSwipeBack } from '#web/shell/navigation/use-swipe-back.ts'
import { isStoredShell } from '#web/shell/offline/network.ts'
import { useAppBadge } from '#web/shell/use-app-badge.ts'
import { useIdle } from '#web/shell/use-idle.ts'
import { useIsDesktop } from '#web/shell/use-is-desktop.ts'
import { useNativeMessages } from '#web/shell/use-native-messages.ts'
import { classes } from '#web/ui/classes.ts'
import styles from './layout.module.css'
import { SideRail, TabBar } from './tab-bar.tsx'

// For members alone, and not part of the first picture: calls come right after it, and the rest once the page is idle.
const CallCenter = lazyPart(async () => (await import('#web/calls/screens/call-center.tsx')).CallCenter)

const NoticeToast = lazyPart(
  async () => (await import('#web/notifications/notification-toast.tsx')).NotificationToast,
)

const NewChatCenter = lazyPart(
  async () => (await import('#web/chat/new-chat/new-chat-center.tsx')).NewChatCenter,
)

const ConsentGate = lazyPart(async () => (await import('#web/legal/consent-gate.tsx')).ConsentGate)

/**
 * What is around a screen. `tabs`: tab bar on a phone, side rail on a desktop; `rail`: the side rail only
 * (the screen has a bar of its own below); `panes`: as `tabs`, and on a desktop the screen fills the height by itself;
 * `bare`: nothing, for calls and forms.
 */
export type Frame = 'tabs' | 'rail' | 'panes' | 'bare'

/** A route's `handle`. */
export interface RouteHandle {
  frame: Frame
}

// A phone has neither the place nor the code.
const TopBar = lazyPart(async () => (await import('./top-bar.tsx')).TopBar)

const AgeGateScreen = lazyPart(async () => (await import('#web/age/age-gate-screen.tsx')).AgeGateScreen)

const ClosedAccountScreen = lazyPart(
  async () => (await import('#web/privacy/deactivated-account-screen.tsx')).DeactivatedAccountScreen,
)

/** What is shown instead of the screen; null: nothing is. */
const useInstead = () => {
  const { pathname } = useLocation()
  const isGateShown = useIsAgeGateShown()
  const hasLeft = useSession().data?.user.isClosed === true
  if (isOpenToAll(pathname)) return null
  return isGateShown ? AgeGateScreen : hasLeft ? ClosedAccountScreen : null
}

const useFrame = (): Frame => {
  const handles = useMatches().map((match) => match.handle as RouteHandle | undefined)
  return handles.findLast((handle) => handle !== undefined)?.frame ?? 'tabs'
}

/** Whether the desktop's search field and bell are above the screen; chats and purchases fill it by themselves. */
const topBarOf = (pathname: string, frame: Frame): 'full' | 'bell' | null => {
  if (frame === 'bare' || frame === 'panes' || /^\/(chat|purchase)(\/|$)/.test(pathname)) return null
  return /^\/search\/?$/.test(pathname) ? 'bell' : 'full'
}

/**
 * Whether the page has had a session: what it shows of the last call stays there when the session ends. Known after the
 * first render, which takes over the server's markup: nothing of a member's centers is in it.
 */
const useHadSession = (): boolean => {
  const isMember = useSession().status === 'authenticated'
  const [hadSession, setHadSession] = useState(false)
  useEffect(() => {
    if (isMember) setHadSession(true)
  }, [isMember])
  return hadSession
}

/** These tabs tell a visitor what they will hold, and have both ways in on their own screen. */
const withOwnWaysIn: readonly string[] = [paths.conversations(), paths.myPage()]

const useHasVisitorBar = (frame: Frame): boolean => {
  const { pathname } = useLocation()
  const isVisitor = useSession().status === 'unauthenticated'
  return isVisitor && frame !== 'bare' && !withOwnWaysIn.includes(pathname.replace(/\/$/, ''))
}

const MemberCenters = ({ hasNotices }: { hasNotices: boolean }) => {
  const isIdle = useIdle()
  return (
    <>
      <Suspense fallback={null}>
        <CallCenter />
      </Suspense>
      <Suspense fallback={null}>{isIdle ? <ConsentGate /> : null}</Suspense>
      <Suspense fallback={null}>{isIdle ? <NewChatCenter /> : null}</Suspense>
      <Suspense fallback={null}>{isIdle && hasNotices ? <NoticeToast /> : null}</Suspense>
    </>
  )
}

/** On the icon of the installed app: what the tabs' badges count. */
const AppBadge = () => {
  useAppBadge(useUnreadMessages() + useUnreadNotifications())
  return null
}

export const Layout = () => {
  const main = useRef<HTMLElement>(null)
  const frame = useFrame()
  const hasTabs = frame === 'tabs' || frame === 'panes'
  const isMoving = useNavigation().state !== 'idle'
  useSwipeBack()
  useNativeMessages()
  useFocusOnMove(main)
  useRememberPrevPath()
  usePageTrail()
  const hadSession = useHadSession()
  const hasVisitorBar = useHasVisitorBar(frame)
  const Instead = useInstead()
  const topBar = topBarOf(useLocation().pathname, frame)
  const isDesktop = useIsDesktop()
  /** What needs the server isn't begun in a page that came without it. */
  const isAnswered = !isStoredShell()
  if (Instead)
    return (
      <main ref={main} id="main" tabIndex={-1}>
        <Suspense fallback={null}>
          <Instead />
        </Suspense>
      </main>
    )
  return (
    <div className={classes(styles.app, frame !== 'bare' && styles.railed)}>
      <a className={styles.skip} href="#main">
        本文へ
      </a>
      <OfflineBanner />
      {isMoving ? <div className={styles.progress} role="progressbar" aria-label="読み込み中" /> : null}
      {frame === 'bare' ? null : <SideRail />}
      {hasVisitorBar ? <VisitorBar /> : null}
      <div className={styles.screen}>
        {isDesktop && topBar ? (
          <div className={classes(styles.top, 'only-desktop')} data-over={topBar === 'bell' || undefined}>
            <Suspense fallback={null}>
              <TopBar hasField={topBar === 'full'} />
            </Suspense>
          </div>
        ) : null}
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className={classes(
            styles.main,
            hasTabs && styles.aboveTabs,
            hasVisitorBar && styles.belowBar,
            frame === 'panes' && styles.panes,
          )}
        >
          <Outlet />
        </main>
      </div>
      {hasTabs ? <TabBar /> : null}
      {hadSession && isAnswered ? <MemberCenters hasNotices={frame !== 'bare'} /> : null}
      <SafetyCenter />
      {isAnswered ? <AppBadge /> : null}
      <Suspense fallback={null}>
        <AccountDialogs />
      </Suspense>
      <ScrollRestoration />
    </div>
  )
}
