import { CheckCircle2, Lock } from 'lucide-react'
import type { Mission, MissionEvent, MissionKind } from '#contract/missions/missions.ts'
import { MemberSubPage } from '#web/layout/member-sub-page.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { points } from '#web/text/format.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Panel, Rows } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import styles from './missions-page.module.css'
import { useMissions, useReceiveBonus } from './queries.ts'

/** ミッション: what there is to do for points, and what waits to be received. */
export const MissionsPage = () => (
  <MemberSubPage title="ミッション" back={paths.base()}>
    <Missions />
  </MemberSubPage>
)

const kindTitles: Record<MissionKind, { title: string; note: string }> = {
  onboarding: { title: 'はじめてのミッション', note: '1回だけ' },
  daily: { title: '今日のミッション', note: '毎日0時に新しくなります' },
  streak: { title: 'つづけて達成', note: 'チェックインした日が数えられます' },
}

/** Where each is done; null where nothing has to be opened. */
const wayTo: Record<MissionEvent, { to: string; label: string } | null> = {
  profile: { to: paths.ownProfile(), label: '書く' },
  favourite: { to: paths.home(), label: 'さがす' },
  chat: { to: paths.home(), label: 'さがす' },
  call: { to: paths.home(), label: 'さがす' },
  phone: { to: paths.security(), label: '確認する' },
  push: { to: paths.notificationSettings(), label: '設定する' },
  board: { to: paths.boards(), label: '掲示板へ' },
  checkIn: null,
}

const Missions = () => {
  const query = useMissions()
  if (!query.data)
    return <Panel>{query.isError ? <QueryError query={query} /> : <RowsSkeleton count={6} />}</Panel>
  const { missions } = query.data
  const kinds = (Object.keys(kindTitles) as MissionKind[]).filter((kind) =>
    missions.some((mission) => mission.kind === kind),
  )
  const waiting = missions
    .filter(({ state }) => state === 'ready')
    .reduce((sum, each) => sum + each.points, 0)
  return (
    <>
      <p className={styles.waiting} role="status">
        {waiting > 0 ? (
          <>
            受け取れるポイントが<b className="num">{points(waiting)}</b>あります
          </>
        ) : (
          '達成すると、ポイントを受け取れます。'
        )}
      </p>
      {kinds.map((kind) => (
        <Panel key={kind} title={kindTitles[kind].title} note={kindTitles[kind].note}>
          <Rows>
            {missions
              .filter((mission) => mission.kind === kind)
              .map((mission) => (
                <li key={mission.missionId}>
                  <MissionRow mission={mission} />
                </li>
              ))}
          </Rows>
        </Panel>
      ))}
    </>
  )
}

const MissionRow = ({ mission }: { mission: Mission }) => (
  <div className={styles.mission} data-state={mission.state}>
    <div>
      <b>{mission.title}</b>
      <small className="num">{points(mission.points)}</small>
      {mission.target > 1 ? (
        <span className={styles.progress}>
          <progress max={mission.target} value={mission.done} aria-label={`${mission.title}の進み`} />
          <span className="num">{`${mission.done}/${mission.target}`}</span>
        </span>
      ) : null}
      {mission.state === 'locked' ? <Locked kind={mission.kind} /> : null}
    </div>
    <Next mission={mission} />
  </div>
)

const Locked = ({ kind }: { kind: MissionKind }) => (
  <p className={styles.locked}>
    <Icon of={Lock} size="s" />
    {kind === 'onboarding' ? 'この端末では、すでに受け取り済みです' : '電話番号を確認すると受け取れます'}
  </p>
)

const Next = ({ mission }: { mission: Mission }) => {
  const receive = useReceiveBonus()
  const way = mission.state === 'locked' && mission.kind !== 'onboarding' ? wayTo.phone : wayTo[mission.event]
  if (mission.state === 'received')
    return (
      <span className={styles.received}>
        <Icon of={CheckCircle2} size="s" />
        受け取り済み
      </span>
    )
  if (mission.state === 'ready')
    return (
      <Button
        size="s"
        variant="primary"
        busy={receive.isPending}
        aria-label={`${mission.title}のポイントを受け取る`}
        onClick={() => receive.mutate(mission.missionId)}
      >
        受け取る
      </Button>
    )
  if (!way || (mission.state === 'locked' && mission.kind === 'onboarding')) return null
  return (
    <ButtonLink size="s" variant="tonal" to={way.to} aria-label={`${mission.title}: ${way.label}`}>
      {way.label}
    </ButtonLink>
  )
}
