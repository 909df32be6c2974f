import type { ReactNode } from 'react'
import { Link } from '#web/router/router.ts'
import { Rows } from '../panel.tsx'
import { Avatar } from './avatar.tsx'
import styles from './people-list.module.css'

/** People below each other, such as favourites; each a `PersonRow`. */
export const PeopleList = ({ children }: { children: ReactNode }) => <Rows>{children}</Rows>

/** Portrait, name and a note about a person; the row links to `to`, its buttons are at the end. */
export const PersonRow = ({
  imageId,
  name,
  to,
  badge,
  note,
  children,
}: {
  imageId: string | null
  name: string
  to?: string
  /** Below the name. */
  badge?: ReactNode
  note: ReactNode
  children?: ReactNode
}) => {
  const words = (
    <>
      <b>{name}</b>
      {badge}
      <small>{note}</small>
    </>
  )
  return (
    <li className={styles.row}>
      <Avatar imageId={imageId} size={48} />
      {to === undefined ? (
        <span className={styles.who}>{words}</span>
      ) : (
        <Link to={to} className={`${styles.who} ${styles.link}`}>
          {words}
        </Link>
      )}
      <span className={styles.actions}>{children}</span>
    </li>
  )
}
