import { ChevronDown, Menu as MenuIcon } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { NavLink, useLocation } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Badge } from '#web/ui/form/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './operator-menu.module.css'
import { firstPages, menuGroups, menuPages, type OperatorPage } from './pages.ts'

const isBelow = (pathname: string, { segment }: OperatorPage): boolean => {
  const path = paths.operator(segment)
  return pathname === path || (segment !== '' && pathname.startsWith(`${path}/`))
}

/** The console's menu: first pages, then groups that fold. On a phone all of it folds behind one button. */
export const Menu = ({ openNotices }: { openNotices: number }) => {
  const { pathname } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const current = menuPages.find((page) => isBelow(pathname, page))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each way to another page folds it
  useEffect(() => setIsOpen(false), [pathname])
  return (
    <>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon of={MenuIcon} size="s" />
        メニュー
        {current ? <span>{current.title}</span> : null}
      </button>
      <nav id={id} aria-label="運営メニュー" className={styles.menu} data-open={isOpen || undefined}>
        {firstPages.map((page) => (
          <Entry key={page.segment} page={page} notices={page.segment === 'notices' ? openNotices : 0} />
        ))}
        {menuGroups.map((group) => (
          <Group key={group.title} {...group} isCurrent={group.pages.some((page) => page === current)} />
        ))}
      </nav>
    </>
  )
}

const Entry = ({ page: { segment, title, icon }, notices = 0 }: { page: OperatorPage; notices?: number }) => (
  <NavLink to={paths.operator(segment)} end={segment === ''}>
    <Icon of={icon} size="s" />
    {title}
    {notices > 0 ? <Badge count={notices} label={`未対応${notices}件`} className={styles.badge} /> : null}
  </NavLink>
)

/** Opens by itself when its page is shown. */
const Group = ({
  title,
  pages,
  isCurrent,
}: {
  title: string
  pages: readonly OperatorPage[]
  isCurrent: boolean
}) => {
  const [isOpen, setIsOpen] = useState(isCurrent)
  const id = useId()
  useEffect(() => {
    if (isCurrent) setIsOpen(true)
  }, [isCurrent])
  return (
    <div className={styles.group}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        data-current={(isCurrent && !isOpen) || undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {title}
        <Icon of={ChevronDown} size="s" />
      </button>
      <div id={id} hidden={!isOpen}>
        {pages.map((page) => (
          <Entry key={page.segment} page={page} />
        ))}
      </div>
    </div>
  )
}
