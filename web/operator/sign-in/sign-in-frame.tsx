import type { ReactNode } from 'react'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { Wordmark } from '#web/ui/wordmark.tsx'
import styles from './sign-in.module.css'

/** A step of the sign-in: one card on an empty page. */
export const SignInFrame = ({ title, children }: { title: string; children: ReactNode }) => {
  usePageTitle(title)
  return (
    <main className={styles.page}>
      <p className={styles.mark}>
        <Wordmark />
        <span>運営</span>
      </p>
      <section className={styles.card}>
        <h1>{title}</h1>
        {children}
      </section>
    </main>
  )
}
