import { usePageTitle } from '../shell/page-title.ts'
import { paths } from '../shell/paths.ts'
import { useWayBack } from '../shell/use-way-back.ts'
import { AppBar } from '../ui/app-bar.tsx'
import { FactList, Panel } from '../ui/panel.tsx'
import { type LegalText, shikin, tokushoho } from './legal-texts.ts'
import orderStyles from './order.module.css'
import styles from './purchase.module.css'

export const TokushohoPage = () => <LegalPage text={tokushoho} />
export const ShikinPage = () => <LegalPage text={shikin} />

const LegalPage = ({ text }: { text: LegalText }) => {
  usePageTitle(text.title)
  const goBack = useWayBack(paths.purchase)
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
