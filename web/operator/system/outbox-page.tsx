import { operatorOutboxEndpoints, type StoredMail, type StoredSms } from '#contract/outbox/outbox.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { NothingHere, QueryStates } from '../parts/query-states.tsx'
import ownStyles from './outbox-page.module.css'

type Kept = ({ kind: 'mail' } & StoredMail) | ({ kind: 'sms' } & StoredSms)

const newestFirst = (mails: readonly StoredMail[], texts: readonly StoredSms[]): Kept[] =>
  [
    ...mails.map((mail) => ({ kind: 'mail' as const, ...mail })),
    ...texts.map((sms) => ({ kind: 'sms' as const, ...sms })),
  ].sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))

/** The mails and texts that the demo would have sent to its members, with their links and codes. */
export const OutboxPage = () => {
  const query = useOperatorQuery(operatorOutboxEndpoints.operatorOutbox, {})
  return (
    <>
      <PageHead
        title="送信箱（デモ）"
        about="メールサーバーやSMSのサービスを設定するまで、会員あてのメールとSMSは送られず、ここに残ります。閲覧は記録されます。"
      />
      <QueryStates query={query}>
        {({ mails, texts }) => {
          const kept = newestFirst(mails, texts)
          return kept.length === 0 ? (
            <NothingHere title="まだメールもSMSもありません" />
          ) : (
            kept.map((message) => (
              <Panel key={message.id} className={styles.section}>
                <Message message={message} />
              </Panel>
            ))
          )
        }}
      </QueryStates>
    </>
  )
}

const Message = ({ message }: { message: Kept }) => (
  <article className={ownStyles.message}>
    <h2>{message.kind === 'mail' ? message.subject : 'SMS'}</h2>
    <p className={ownStyles.facts}>
      {message.to}・<DateText at={message.createdAt} />
    </p>
    <pre>{message.text}</pre>
  </article>
)
