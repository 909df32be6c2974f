import { useNavigate } from 'react-router'
import { usePageTitle } from '../shell/page-title.ts'
import { paths } from '../shell/paths.ts'
import { AppBar } from '../ui/app-bar.tsx'
import { FactList, Panel } from '../ui/panel.tsx'
import { type LegalText, shikin, tokushoho } from './legal-texts.ts'
import orderStyles from './order.module.css'
import styles from './purchase.module.css'

export const TokushohoPage = () => <LegalPage text={tokushoho} />
export const ShikinPage = () => <LegalPage text={shikin} />

const LegalPage = ({ text }: { text: LegalText }) => {
  usePageTitle(text.title)
  const navigate = useNavigate()
  const goBack = () => {
    if (window.history.state?.idx > 0) void navigate(-1)
    else void navigate(paths.purchase())
  }
  return (
    <>
      <AppBar title={text.title} onBack={goBack} className={styles.narrowBar} />
      <div className={styles.narrow}>
        <Panel className={orderStyles.legalPage}>
          <FactList items={text.facts.map(([label, value]) => ({ label, value }))} />
        </Panel>
      </div>
    </>
  )
}
