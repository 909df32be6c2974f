import * as z from 'zod/mini'
import { memberIdShape } from './member-id.ts'

/** Every successful answer of our own API says so (specification 7). */
export const success = z.literal('success')

/** A member's public id: digits, as shown on マイページ. */
export const memberId = z.string().check(z.regex(memberIdShape))

/** A client-made id of a command that must happen once: a UUID, in the one spelling PostgreSQL gives it. */
export const commandId = z.uuid().check(z.toLowerCase())

/** The session user's own token (specification 3): random, never the cookie's id. */
export const userToken = z.string().check(z.minLength(1), z.maxLength(128))

/** A picture's id; as it stands in addresses and file names, plain signs only. */
export const imageId = z.string().check(z.regex(/^[\w-]{1,64}$/))

/** ISO 8601 instant in UTC, from the year 1 on: PostgreSQL knows no year 0. */
export const instant = z.iso.datetime().check(z.regex(/^(?!0000)/))

/** Points of one lot are all free or all paid. */
export const lotKinds = ['free', 'paid'] as const
export type LotKind = (typeof lotKinds)[number]

export const points = z.int().check(z.nonnegative())

/** A number that a request names and a column of 32 bits is compared with or takes. */
export const smallCount = z.int().check(z.nonnegative(), z.maximum(2_147_483_647))

export const nothing = z.object({})
export const done = z.object({ type: success, message: z.optional(z.string()) })
