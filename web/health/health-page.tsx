import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { healthEndpoints, type ServicePart, serviceParts } from '../../contract/health.ts'
import { openContact } from '../account/contact.ts'
import { paths } from '../shell/paths.ts'
import { ask } from '../shell/query.ts'
import { SubPage } from '../shell/sub-page.tsx'
import { time } from '../text/format.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Panel } from '../ui/panel.tsx'
import { QueryError } from '../ui/query-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './health-page.module.css'

/** Whoever waits for it to work again keeps this page open. */
const lookAgainEveryMs = 15_000

const partTexts: Record<ServicePart, { name: string; covers: string }> = {
  account: { name: 'ログイン・トーク・ポイント', covers: '登録、検索、購入、残高など' },
  calls: { name: '通話', covers: '音声通話・ビデオ通話' },
  mail: { name: 'メール', covers: '確認メール、パスワードの再設定など' },
}

/** What works now, for people; machines ask /api/health. */
export const HealthPage = () => {
  const query = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => ask(healthEndpoints.getServiceStatus, {}, { signal }),
    refetchInterval: lookAgainEveryMs,
    staleTime: 0,
  })
  return (
    <SubPage title="サービスの状態" back={paths.myPage()}>
      {query.data ? (
        <Status parts={query.data.parts} atMs={query.dataUpdatedAt} />
      ) : query.isError ? (
        <QueryError query={query} />
      ) : (
        <Skeleton height={260} />
      )}
    </SubPage>
  )
}

const Status = ({ parts, atMs }: { parts: Partial<Record<ServicePart, boolean>>; atMs: number }) => {
  const offered = serviceParts.filter((part) => parts[part] !== undefined)
  const isAllWell = offered.every((part) => parts[part])
  return (
    <>
      <Panel>
        <p className={styles.verdict} data-well={isAllWell} role="status">
          <Icon of={isAllWell ? CircleCheck : CircleX} />
          {isAllWell ? 'すべて正常に動いています' : '一部の機能をご利用いただけません'}
        </p>
        <ul className={styles.parts}>
          {offered.map((part) => (
            <li key={part}>
              <span>
                <b>{partTexts[part].name}</b>
                <small>{partTexts[part].covers}</small>
              </span>
              <span className={styles.state} data-well={parts[part]}>
                {parts[part] ? '正常' : '停止中'}
              </span>
            </li>
          ))}
        </ul>
        <p className={styles.at}>{time(atMs)} 現在。開いているあいだは自動で更新します。</p>
      </Panel>
      {isAllWell ? (
        <p className={styles.note}>
          うまくいかないときは、通信環境をご確認のうえ、アプリを開き直してください。それでも直らないときは、お知らせください。
        </p>
      ) : (
        <p className={styles.note}>
          ただいま復旧にあたっています。通話が切れたときのポイントは、規定にしたがってお返しします。
        </p>
      )}
      <Button variant="quiet" onClick={() => openContact()}>
        お問い合わせ
      </Button>
    </>
  )
}
