import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { NotFoundPage } from '#web/layout/status-pages.tsx'
import { NavLink, Route, Routes, useLocation } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useFocusOnMove } from '#web/shell/navigation/use-focus-on-move.ts'
import { ThemeSwitch } from '#web/shell/theme-switch.tsx'
import { Badge } from '#web/ui/form/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import styles from './operator-layout.module.css'
import { menuPages, operatorPages } from './pages.ts'
import { SignOutButton } from './sign-in/sign-out-button.tsx'

/** Each page brings its own code, once. */
const useOperatorRoutes = () =>
  useState(() =>
    operatorPages.map(({ segment, load }) => ({
      segment,
      Component: lazy(async () => ({ default: await load() })),
    })),
  )[0]

/** On a phone the menu is one line that scrolls: the page's own entry is scrolled into view. */
const useCurrentInView = () => {
  const menu = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path decides which entry is the current one
  useEffect(() => {
    menu.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return menu
}

/** The frame of the console's pages: the menu beside them, on a phone above them. */
export const OperatorLayout = ({
  mail,
  openNotices,
  onSignedOut,
}: {
  mail: string
  openNotices: number
  /** Called before the sign-in shows again. */
  onSignedOut: () => void
}) => {
  const routes = useOperatorRoutes()
  const main = useRef<HTMLElement>(null)
  useFocusOnMove(main)
  const menu = useCurrentInView()
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        本文へ
      </a>
      <header className={styles.side}>
        <p className={styles.mark}>
          <Wordmark />
          <span>運営</span>
        </p>
        <nav ref={menu} aria-label="運営メニュー" className={styles.menu}>
          {menuPages.map(({ segment, title, icon }) => (
            <NavLink key={segment} to={paths.operator(segment)} end={segment === ''}>
              <Icon of={icon} size="s" />
              {title}
              {segment === '' && openNotices > 0 ? (
                <Badge count={openNotices} label={`未対応${openNotices}件`} />
              ) : null}
            </NavLink>
          ))}
        </nav>
        <div className={styles.account}>
          <p>{mail}</p>
          <ThemeSwitch />
          <SignOutButton onDone={onSignedOut}>サインアウト</SignOutButton>
        </div>
      </header>
      <main ref={main} id="main" tabIndex={-1} className={styles.main}>
        <Suspense fallback={<RowsSkeleton count={6} />}>
          <Routes>
            {routes.map(({ segment, Component }) => (
              <Route key={segment} path={segment} element={<Component />} />
            ))}
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </main>
    </div>
  )
}
