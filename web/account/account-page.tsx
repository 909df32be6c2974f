import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LegalLinks } from '../legal/legal-links.tsx'
import { paths } from '../shell/paths.ts'
import { Wordmark } from '../ui/wordmark.tsx'
import styles from './account-page.module.css'

/** A page with one form: the wordmark leads home, the form stands on a card. */
export const AccountPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.page}>
    <Link to={paths.home()} className={styles.mark} aria-label="今宵 Koyoi ホームへ">
      <Wordmark />
    </Link>
    <div className={styles.card}>
      <h1>{title}</h1>
      {children}
    </div>
    <LegalLinks className={styles.foot} />
  </div>
)
