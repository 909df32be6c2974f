import { legalDocuments, legalTitles } from '#contract/legal/legal-documents.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { classes } from '#web/ui/classes.ts'
import styles from './legal-links.module.css'

/** A page's foot: campaigns and announcements, and the legal documents. */
export const LegalLinks = ({ className }: { className?: string | undefined }) => (
  <nav aria-label="お知らせと規約" className={classes(styles.links, className)}>
    <ul>
      <li>
        <Link to={paths.messages()}>キャンペーン・お知らせ</Link>
      </li>
      {legalDocuments.map((document) => (
        <li key={document}>
          <Link to={paths.legal(document)}>{legalTitles[document]}</Link>
        </li>
      ))}
    </ul>
  </nav>
)
