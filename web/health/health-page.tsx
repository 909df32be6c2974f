import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleX, type LucideIcon } from 'lucide-react'
import {
  healthEndpoints,
  type ServicePart,
  type ServiceState,
  serviceParts,
  serviceStates,
} from '#contract/health/health.ts'
import { SubPage } from '#web/layout/sub-page.tsx'
import { openContact } from '#web/shell/contact.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { time } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './health-page.module.css'

/** The page reloads its figures this often, for people who wait for an outage to end. */
const lookAgainEveryMs = 15_000

const partTexts: Record<ServicePart, { name: string; covers: string }> = {
  account: { name: 'ログイン・検索', covers: 'プロフィール、残高、履歴の表示など' },
  saving: { name: 'トーク・登録・購入', covers: 'メッセージや写真の送信、設定の保存など' },
  calls: { name: '通話', covers: '音声通話・ビデオ通話' },
  mail: { name: 'メール', covers: '確認メール、パスワードの再設定など' },
}

const stateTexts: Record<ServiceState, { state: string; verdict: string; icon: LucideIcon }> = {
  working: { state: '正常', verdict: 'すべて正常に動いています', icon: CircleCheck },
  limited: { state: '不安定', verdict: '一部の機能が不安定です', icon: CircleAlert },
  stopped: { state: '停止中', verdict: '一部の機能をご利用いただけません', icon: CircleX },
}

/** What works now, for people; machines use /api/health. */
export const HealthPage = () => {
  const query = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => fetchEndpoint(healthEndpoints.getServiceStatus, {}, { signal }),
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

const Status = ({ parts, atMs }: { parts: Partial<Record<ServicePart, ServiceState>>; atMs: number }) => {
  const offered = serviceParts.flatMap((part) => {
    const state = parts[part]
    return state ? [{ part, state }] : []
  })
  const worst = serviceStates.findLast((each) => offered.some(({ state }) => state === each)) ?? 'working'
  return (
    <>
      <Panel>
        <p className={styles.verdict} data-state={worst} role="status">
          <Icon of={stateTexts[worst].icon} />
          {stateTexts[worst].verdict}
        </p>
        <ul className={styles.parts}>
          {offered.map(({ part, state }) => (
            <li key={part}>
              <span>
                <b>{partTexts[part].name}</b>
                <small>{partTexts[part].covers}</small>
              </span>
              <span className={styles.state} data-state={state}>
                {stateTexts[state].state}
              </span>
            </li>
          ))}
        </ul>
        <p className={styles.at}>{time(atMs)} 現在。開いているあいだは自動で更新します。</p>
      </Panel>
      {worst === 'working' ? (
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
