import { lazy, Suspense, useRef, useState } from 'react'
import { NotFoundPage } from '#web/layout/status-pages.tsx'
import { Route, Routes } from '#web/router/router.ts'
import { useFocusOnMove } from '#web/shell/navigation/use-focus-on-move.ts'
import { ThemeSwitch } from '#web/shell/theme/theme-switch.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import styles from './operator-layout.module.css'
import { Menu } from './operator-menu.tsx'
import { operatorPages } from './pages.ts'
import { SignOutButton } from './sign-in/sign-out-button.tsx'

/** Each page brings its own code, once. */
const useOperatorRoutes = () =>
  useState(() =>
    operatorPages.map(({ segment, load }) => ({
      segment,
      Component: lazy(async () => ({ default: await load() })),
    })),
  )[0]

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
        <Menu openNotices={openNotices} />
        <div className={styles.account}>
          <p>{mail}</p>
          <ThemeSwitch />
          <SignOutButton onDone={onSignedOut}>ログアウト</SignOutButton>
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
