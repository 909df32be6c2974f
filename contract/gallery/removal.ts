import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, done } from '#contract/core/shared.ts'

/** Why a picture must go: consent withdrawn (AV出演被害防止・救済法, リベンジポルノ防止法), under age, rights, other. */
export const removalReasons = ['consent', 'age', 'rights', 'other'] as const
export type RemovalReason = (typeof removalReasons)[number]
export const removalTextMax = 1000

const claim = {
  /** Client-made; the same id again is the same report. */
  reportId: commandId,
  itemId: commandId,
  reason: z.enum(removalReasons),
  text: z._default(z.string().check(z.maxLength(4 * removalTextMax)), ''),
}

export const galleryRemovalEndpoints = {
  reportGalleryItem: defineEndpoint({
    method: 'POST',
    path: '/api/report-gallery-item',
    access: 'session',
    takesText: true,
    summary: 'Asks the operators to take an item down, with the reason that the law names',
    input: z.object(claim),
    output: done,
    refusals: ['notFound', 'reportTextTooLong', 'reportTooOften'],
  }),
  requestGalleryRemoval: defineEndpoint({
    method: 'POST',
    path: '/api/request-gallery-removal',
    access: 'public',
    takesText: true,
    summary: 'The same for people without an account, who say how they can be reached',
    input: z.object({
      ...claim,
      name: z.string().check(z.minLength(1), z.maxLength(100)),
      mail: z.string().check(z.minLength(3), z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+$/)),
    }),
    output: done,
    refusals: ['notFound', 'reportTextTooLong', 'reportTooOften'],
  }),
}
