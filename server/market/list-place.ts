import { type RawBuilder, sql } from 'kysely'

/** A place in a list: microseconds or points, and the row's id. */
interface Place {
  at: string
  id: string
}

/** An instant as it stands in a cursor; a `Date` would lose its microseconds. */
export const micros = (column: RawBuilder<unknown>) => sql`(extract(epoch from ${column}) * 1000000)::bigint`

export const placeOf = (cursor: string): Place => {
  const [at = '0', id = ''] = cursor.split('_')
  return { at, id }
}

export const cursorAt = ({ at, id }: Place): string => `${at}_${id}`
