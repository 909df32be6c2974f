import { operatorClientErrorsEndpoints } from '#contract/monitoring/client-errors.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { NothingHere, QueryStates } from '../parts/query-states.tsx'
import ownStyles from './outbox-page.module.css'

/** Errors in members' browsers; one error in a hundred is reported. */
export const ClientErrorsPage = () => {
  const query = useOperatorQuery(operatorClientErrorsEndpoints.operatorClientErrors, {})
  return (
    <>
      <PageHead
        title="ブラウザのエラー"
        about="会員の画面で起きたエラーの一部（100件に1件）です。だれの画面かは記録していません。"
      />
      <QueryStates query={query}>
        {({ errors, isKept }) =>
          errors.length === 0 ? (
            <NothingHere
              title={isKept ? 'エラーはありません' : 'エラーは、設定された収集先に送られています'}
            />
          ) : (
            errors.map((error) => (
              <Panel key={error.id} className={styles.section}>
                <article className={ownStyles.mail}>
                  <h2>
                    {error.type}: {error.message}
                  </h2>
                  <p className={ownStyles.facts}>
                    {error.place}・{error.device}・<DateText at={error.at} />
                  </p>
                  {error.frames.length > 0 ? <pre>{error.frames.join('\n')}</pre> : null}
                </article>
              </Panel>
            ))
          )
        }
      </QueryStates>
    </>
  )
}
