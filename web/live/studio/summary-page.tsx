import type { LiveEndReason, LiveSummary } from '#contract/live/rooms.ts'
import { monthOf } from '#domain/points/earnings.ts'
import { SubPage } from '#web/layout/sub-page.tsx'
import { useParams } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { count, dayTime, duration, points, time } from '#web/text/format.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { FactList, FigureList, Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useLiveSummary } from './studio-queries.ts'
import { earnedInAll } from './studio-stage.ts'
import styles from './summary-page.module.css'

const reasons = {
  byBroadcaster: '配信を終えました。',
  mediaGone: '映像が届かなくなったため、配信を終えました。',
  byOperator: '運営が配信を終わらせました。',
  dailyLimit: '今日の配信時間の上限になったため、配信を終えました。',
  serverRecovery: 'サーバーの復旧のため、配信を終えました。',
} as const satisfies Record<LiveEndReason, string>

const kinds = {
  watch: '視聴',
  liveCall: 'ビデオチャット',
  comments: 'コメント',
  presents: 'プレゼント',
  menus: 'メニュー',
} as const satisfies Record<keyof LiveSummary['earned'], string>

/** /base/live/{roomId}: one room in figures, after its end. */
export const SummaryPage = () => {
  useSession({ required: true })
  const { roomId = '' } = useParams()
  const query = useLiveSummary(roomId)
  return (
    <SubPage title="配信の結果" back={paths.base()}>
      {query.data ? (
        <Summary summary={query.data} />
      ) : query.isError ? (
        <QueryError query={query} />
      ) : (
        <Skeleton height={420} />
      )}
    </SubPage>
  )
}

const Summary = ({ summary }: { summary: LiveSummary }) => {
  const { startedAt, endedAt, endReason, earned } = summary
  const startedMs = Date.parse(startedAt)
  const seconds = Math.floor(((endedAt ? Date.parse(endedAt) : Date.now()) - startedMs) / 1000)
  return (
    <>
      <Panel>
        <h2 className={styles.title}>{summary.title}</h2>
        <p className={styles.when}>
          {dayTime(startedAt, Date.now())}
          {endedAt ? `〜${time(endedAt)}` : ''}（{duration(seconds)}）
        </p>
        <p className={styles.reason}>{endReason ? reasons[endReason] : '配信は続いています。'}</p>
        {summary.operatorNote ? <p className={styles.operator}>理由：{summary.operatorNote}</p> : null}
        <FigureList
          items={[
            { label: '視聴者', value: count(summary.watchers), unit: '人' },
            { label: '最大同時視聴', value: count(summary.peakWatchers), unit: '人' },
            { label: '視聴時間', value: count(summary.watchedMinutes), unit: '分' },
          ]}
        />
        <p className={styles.favourites}>新しいお気に入り {count(summary.newFavourites)}人</p>
      </Panel>
      <Panel title="獲得した報酬" note={points(earnedInAll(summary))}>
        <FactList
          items={(Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => ({
            label: kinds[kind],
            value: points(earned[kind]),
          }))}
        />
      </Panel>
      <div className={styles.ways}>
        <ButtonLink block variant="primary" to={paths.base()}>
          ベースに戻る
        </ButtonLink>
        <ButtonLink block to={paths.earningStatement(monthOf(startedMs))}>
          明細を見る
        </ButtonLink>
      </div>
    </>
  )
}
