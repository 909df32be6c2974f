import { randomUUID } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { uploadImagePath } from '#contract/images/images.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { claimImage } from '#server/images/actions/claim-image.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'

export const picture = (width = 40, height = 30): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#36c' } })
export const jpeg = (): Promise<Buffer> => picture().jpeg().toBuffer()

export interface UploadAnswer {
  status: number
  imageId?: string
  width?: number
  height?: number
  code?: string
  message?: string
}

/** What tests do with uploads in a world. */
export const uploadSteps = (world: () => TestWorld) => ({
  upload: async (
    person: Person | null,
    bytes: Uint8Array | ReadableStream,
    id: string = randomUUID(),
    headers: Record<string, string> = {},
  ): Promise<UploadAnswer> => {
    const response = await world().request(`${uploadImagePath}?id=${id}`, {
      method: 'POST',
      headers: { ...(person ? { cookie: person.cookie } : {}), ...headers },
      body: bytes as BodyInit,
      duplex: 'half',
    } as RequestInit)
    return { status: response.status, ...((await response.json()) as object) }
  },
  originalOf: (imageId = ''): Promise<Buffer | null> => world().context.storage.get(`images/${imageId}.jpg`),
  claim: (person: Person, imageId = '') =>
    inTransaction(world().context.db, (tx) =>
      claimImage(tx, { imageId, ownerId: person.id, purpose: 'chat' }),
    ),
  rowsOf: ({ id }: Person) => world().database.sql<{ id: string; path: string }[]>`
    SELECT id, path FROM image WHERE owner_id = ${id} ORDER BY created_at`,
})
