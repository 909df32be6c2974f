import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { OutputOf } from '#contract/core/endpoint.ts'
import { type DataExport, dataExportEndpoints } from '#contract/privacy/data-export.ts'
import { requireProof } from '#web/account/identity-proof/identity-proof.ts'
import { SubPage } from '#web/layout/sub-page.tsx'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { count, day, dayTime, time } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import { FactList, Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './deactivation.module.css'

/** Refetch interval while an export is being made; the server begins one a minute. */
const lookAgainEveryMs = 5_000

/** The member's data as a zip. */
export const ExportPage = () => {
  const { status } = useSession({ required: true })
  const query = useQuery({
    queryKey: ['data-export'],
    queryFn: ({ signal }) => fetchEndpoint(dataExportEndpoints.getDataExport, {}, { signal }),
    enabled: status === 'authenticated',
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.dataExport?.state === 'making' && lookAgainEveryMs,
  })
  return (
    <SubPage title="データの控え" back={paths.myPage()}>
      <Panel>
        <p className={styles.text}>今宵が保存しているあなたのデータを、ZIPファイルにまとめてお渡しします。</p>
        <ul className={styles.points}>
          <li>プロフィール、ログイン方法、通話とポイントの記録、購入の記録</li>
          <li>あなたが送ったメッセージと画像、レビュー、お気に入り</li>
          <li>お知らせ、通報、通知の設定</li>
        </ul>
        <p className={styles.text}>
          ほかの方のデータは、表示されるお名前のほかは含みません。お申し込みは1日に1回です。
        </p>
      </Panel>
      {query.data ? (
        <Status exportStatus={query.data} refresh={() => query.refetch()} />
      ) : query.isError ? (
        <QueryError query={query} />
      ) : (
        <Skeleton height={160} />
      )}
    </SubPage>
  )
}

type ExportStatus = OutputOf<typeof dataExportEndpoints.getDataExport>

const Status = ({
  exportStatus: { dataExport, nextFrom },
  refresh,
}: {
  exportStatus: ExportStatus
  refresh: () => Promise<unknown>
}) => {
  const request = useMutation({
    mutationFn: () => requireProof(dataExportEndpoints.requestDataExport, {}),
    onSettled: refresh,
  })
  const download = useMutation({
    mutationFn: () => requireProof(dataExportEndpoints.getDataExportLink, {}),
    // An attachment: the page stays.
    onSuccess: ({ link }) => window.location.assign(link),
  })
  const now = Date.now()
  const mayRequest = dataExport?.state !== 'making' && Date.parse(nextFrom) <= now
  const error = request.error ?? download.error
  return (
    <Panel title={dataExport ? titleOf(dataExport) : 'お申し込み'}>
      {dataExport ? <Facts dataExport={dataExport} nowMs={now} /> : null}
      <Refusal text={error?.message} />
      <div className={styles.stack}>
        {dataExport?.state === 'ready' ? (
          <Button
            block
            variant="primary"
            icon={Download}
            busy={download.isPending}
            onClick={() => download.mutate()}
          >
            ダウンロード
          </Button>
        ) : null}
        {mayRequest ? (
          <Button
            block
            variant={dataExport?.state === 'ready' ? 'quiet' : 'primary'}
            busy={request.isPending}
            onClick={() => request.mutate()}
          >
            {dataExport ? 'もう一度申し込む' : '控えを申し込む'}
          </Button>
        ) : dataExport?.state === 'making' ? null : (
          <p className={styles.text}>次のお申し込みは、{dayTime(nextFrom, now)}からできます。</p>
        )}
      </div>
    </Panel>
  )
}

const titleOf = ({ state }: DataExport): string =>
  ({ making: '準備しています', ready: '控えができました', failed: '作成できませんでした' })[state]

/** 1.2MB; sizes below 0.1 MB in KB. */
const sizeText = (bytes: number): string =>
  bytes < 100_000 ? `${count(Math.ceil(bytes / 1_000))}KB` : `${(bytes / 1_000_000).toFixed(1)}MB`

const Facts = ({ dataExport, nowMs }: { dataExport: DataExport; nowMs: number }) => {
  const { state, requestedAt, bytes, expiresAt } = dataExport
  return (
    <>
      {state === 'making' ? (
        <p className={styles.text} role="status">
          数分かかることがあります。できあがると、お知らせでご案内します。この画面を閉じても大丈夫です。
        </p>
      ) : null}
      {state === 'failed' ? (
        <p className={styles.text} role="status">
          申し訳ありません。もう一度お申し込みください。
        </p>
      ) : null}
      <FactList
        items={[
          { label: 'お申し込み', value: dayTime(requestedAt, nowMs) },
          ...(bytes === null ? [] : [{ label: '大きさ', value: sizeText(bytes) }]),
          ...(expiresAt === null
            ? []
            : [{ label: '消去', value: `${day(expiresAt, nowMs)} ${time(expiresAt)}` }]),
        ]}
      />
    </>
  )
}
