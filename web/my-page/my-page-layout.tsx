import { Outlet } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { useMe } from '#web/session/use-me.ts'
import { useIsDesktop } from '#web/shell/use-is-desktop.ts'
import styles from './my-page-layout.module.css'
import { MyPageMenus } from './my-page-menus.tsx'

/** マイページ and the pages below it: on a desktop the menu stays beside them, on a phone each is a page of its own. */
export const MyPageLayout = () => {
  const isDesktop = useIsDesktop()
  const isMember = useSession().status === 'authenticated'
  const role = useMe().data?.role
  return (
    <div className={styles.panes}>
      {isDesktop && isMember ? (
        <nav className={styles.menu} aria-label="マイページ">
          <MyPageMenus isBroadcaster={role === 'broadcaster'} isPane />
        </nav>
      ) : null}
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  )
}
