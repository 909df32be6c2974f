import { Bell, Search } from 'lucide-react'
import { useState } from 'react'
import { searchTextMax } from '#contract/people/search.ts'
import { useUnreadNotifications } from '#web/notifications/use-unread-notifications.ts'
import { Link, useNavigate } from '#web/router/router.ts'
import { textOf } from '#web/search/search-address.ts'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { stopEnterOfConversion } from '#web/ui/form/composition-enter.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './top-bar.module.css'

/** The search and the bell above the screens of a desktop. The search page has a field of its own. */
export const TopBar = ({ hasField }: { hasField: boolean }) => {
  const { status } = useSession()
  return (
    <div className={styles.bar}>
      {hasField ? <SearchField /> : null}
      {status === 'authenticated' ? (
        <nav className={styles.notices} aria-label="お知らせ">
          <BellLink />
        </nav>
      ) : null}
    </div>
  )
}

const SearchField = () => {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void navigate(paths.searchText(textOf(text)))
          setText('')
        }}
      >
        <Icon of={Search} size="s" className={styles.icon} />
        <input
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={searchTextMax}
          aria-label="名前・タグでさがす"
          placeholder="名前・タグでさがす"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={stopEnterOfConversion}
        />
      </form>
    </search>
  )
}

const BellLink = () => {
  const unread = useUnreadNotifications()
  return (
    <Link
      to={paths.notices()}
      className={styles.bell}
      data-dot={unread > 0 || undefined}
      aria-label={unread > 0 ? `お知らせ、未読${unread}件` : 'お知らせ'}
    >
      <Icon of={Bell} />
    </Link>
  )
}
