import { operatorOutboxEndpoints } from '../../contract/operator-outbox.ts'
import { DateText } from '../ui/date-text.tsx'
import { Panel } from '../ui/panel.tsx'
import styles from './operator-pages.module.css'
import { useOperatorQuery } from './operator-queries.ts'
import ownStyles from './outbox-page.module.css'
import { PageHead } from './page-head.tsx'
import { NothingHere, QueryStates } from './query-states.tsx'

/** What the demo would have mailed to its members: whoever tries it out finds the links here. */
export const OutboxPage = () => {
  const query = useOperatorQuery(operatorOutboxEndpoints.operatorOutbox, {})
  return (
    <>
      <PageHead
        title="送信箱（デモ）"
        about="メールサーバーを設定するまで、会員あてのメールは送られず、ここに残ります。閲覧は記録されます。"
      />
      <QueryStates query={query}>
        {({ mails }) =>
          mails.length === 0 ? (
            <NothingHere title="まだメールはありません" />
          ) : (
            mails.map((mail) => (
              <Panel key={mail.id} className={styles.section}>
                <article className={ownStyles.mail}>
                  <h2>{mail.subject}</h2>
                  <p className={ownStyles.facts}>
                    {mail.to}・<DateText at={mail.createdAt} />
                  </p>
                  <pre>{mail.text}</pre>
                </article>
              </Panel>
            ))
          )
        }
      </QueryStates>
    </>
  )
}
