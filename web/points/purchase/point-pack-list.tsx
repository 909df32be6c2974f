import type { Course } from '#contract/points/purchase.ts'
import { count } from '#web/text/format.ts'
import type { CourseInfo } from '../queries.ts'
import choiceStyles from './choice.module.css'

/** Specification 9: a video call's points a minute, for a sense of scale. */
const videoPointsPerMinute = 200

const videoMinutes = (course: Course): number =>
  Math.floor((course.paidPoints + course.freePoints) / videoPointsPerMinute)

/** The point packs as radio buttons: points, their free part, the minutes they pay, the price. */
export const PointPackList = ({
  info,
  chosen,
  onChoose,
}: {
  info: CourseInfo
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
            ビデオ約{videoMinutes(course)}分
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
