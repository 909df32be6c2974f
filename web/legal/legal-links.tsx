import { Link } from 'react-router'
import { legalDocuments, legalTitles } from '../../contract/legal-documents.ts'
import { paths } from '../shell/paths.ts'
import { classes } from '../ui/classes.ts'
import styles from './legal-links.module.css'

/** A page's foot: everything that the law and we ask to be read. */
export const LegalLinks = ({ className }: { className?: string | undefined }) => (
  <nav aria-label="規約" className={classes(styles.links, className)}>
    <ul>
      {legalDocuments.map((document) => (
        <li key={document}>
          <Link to={paths.legal(document)}>{legalTitles[document]}</Link>
        </li>
      ))}
    </ul>
  </nav>
)
