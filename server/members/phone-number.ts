import { type RawBuilder, sql } from 'kysely'

/** Whether a member holds a verified number. @param memberId an SQL expression */
export const holdsPhoneNumber = (memberId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  EXISTS (SELECT FROM member_phone p WHERE p.member_id = ${memberId})`
