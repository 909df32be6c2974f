import { Outlet } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { useIsDesktop } from '#web/shell/use-is-desktop.ts'
import styles from './my-page-layout.module.css'
import { MyPageMenus } from './my-page-menus.tsx'

/** マイページ and the pages below it: on a desktop the menu stays beside them, on a phone each is a page of its own. */
export const MyPageLayout = () => {
  const isDesktop = useIsDesktop()
  const { status, data: session } = useSession()
  return (
    <div className={styles.panes}>
      {isDesktop && status === 'authenticated' ? (
        <nav className={styles.menu} aria-label="マイページ">
          <MyPageMenus isBroadcaster={session?.user.isBroadcaster === true} isPane />
        </nav>
      ) : null}
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  )
}
