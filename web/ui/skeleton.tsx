import { classes } from './classes.ts'
import styles from './skeleton.module.css'

/** A placeholder while content loads. Put `role="status"` with 読み込み中 around a group of them. */
export const Skeleton = ({
  height,
  width,
  round = false,
  className,
}: {
  height?: number
  width?: number | string
  round?: boolean
  className?: string | undefined
}) => (
  <div
    aria-hidden="true"
    className={classes(styles.skeleton, round && styles.round, className)}
    style={{ height, width }}
  />
)

/** The place of a part of a page. */
export const PartSkeleton = ({ height }: { height: number }) => (
  <div role="status">
    <span className="vh">読み込み中</span>
    <Skeleton height={height} />
  </div>
)

/** A list's place: rows with a round picture and two lines. */
export const RowsSkeleton = ({ count = 4 }: { count?: number }) => (
  <div role="status">
    <span className="vh">読み込み中</span>
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the places never change
      <div key={index} className={styles.row} aria-hidden="true">
        <Skeleton height={48} width={48} round />
        <div>
          <Skeleton height={16} width="46%" />
          <Skeleton height={13} width="78%" />
        </div>
      </div>
    ))}
  </div>
)
