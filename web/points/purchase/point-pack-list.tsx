import { defaultRates } from '#contract/calls/calls.ts'
import type { Course } from '#contract/points/purchase.ts'
import { secondsFor } from '#domain/points/talk-time.ts'
import { count } from '#web/text/format.ts'
import type { CourseInfo } from '../queries.ts'
import choiceStyles from './choice.module.css'

/** How long the points last: ビデオ約5分 at the usual price, この通話で約4分 at that of the running call. */
const talkText = (course: Course, callRate: number | null): string => {
  const sec = secondsFor(course.paidPoints + course.freePoints, callRate ?? defaultRates.video)
  return `${callRate === null ? 'ビデオ' : 'この通話で'}約${sec < 60 ? `${sec}秒` : `${Math.floor(sec / 60)}分`}`
}

/** The point packs as radio buttons: points, their free part, the minutes they pay, the price. */
export const PointPackList = ({
  info,
  chosen,
  callRate = null,
  onChoose,
}: {
  info: CourseInfo
  /** Of the running call, in points per minute. */
  callRate?: number | null
  chosen: string
  onChoose: (courseId: string) => void
}) => (
  <div className={choiceStyles.courses} role="radiogroup" aria-labelledby="courses">
    {info.courses.map((course) => (
      <label key={course.id} className={choiceStyles.course}>
        <input
          type="radio"
          name="course"
          checked={course.id === chosen}
          onChange={() => onChoose(course.id)}
        />
        <span className={choiceStyles.radio} />
        <span>
          <b className={`${choiceStyles.points} num`}>
            {count(course.paidPoints + course.freePoints)}
            <small>pt</small>
          </b>
          <span className={choiceStyles.sub}>
            {course.freePoints > 0 ? <em>うち無料{count(course.freePoints)}pt・</em> : null}
            {talkText(course, callRate)}
          </span>
        </span>
        <span className={choiceStyles.yen}>
          <b className="num">{count(course.priceYen)}円</b>
          <small>税込</small>
        </span>
      </label>
    ))}
  </div>
)
