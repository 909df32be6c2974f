import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { isRefusal } from '#contract/core/refusal.ts'
import { messagePages, type SeedMessagePage } from '#seed/message-pages.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { storeOperatorUpload } from '#server/images/actions/store-operator-upload.ts'
import { saveMessagePage } from '#server/legal/actions/save-message-page.ts'
import { findMessagePage } from '#server/legal/message-queries.ts'
import { seedId } from './seed-id.ts'

const picturesFolder = fileURLToPath(new URL('../../../seed/pictures/', import.meta.url))
const dayMs = 86_400_000
/** The precision of the operators' form. */
const minuteMs = 60_000

const wholeMinute = (ms: number): number => ms - (ms % minuteMs)

/** The demo's campaign and notice pages; existing ones stay as they are. */
export const seedMessagePages = async (context: Context): Promise<void> => {
  for (const page of messagePages) {
    if (await findMessagePage(context.db, page.name)) continue
    const imageId = await placePicture(context, page)
    const { name, title, lead, markdown, button, publishedDaysAgo } = page
    await inTransaction(context.db, (tx) =>
      saveMessagePage(tx, {
        id: seedId(`message:${name}`),
        name,
        title,
        lead,
        markdown,
        button,
        imageId,
        publishedFrom: new Date(wholeMinute(context.now() - publishedDaysAgo * dayMs)).toISOString(),
        publishedUntil: null,
        isListed: true,
        basedOn: null,
      }),
    )
  }
}

/** A page without its picture is better than none. */
const placePicture = async (context: Context, { name, picture }: SeedMessagePage): Promise<string | null> => {
  const drawing = await readFile(picturesFolder + picture)
  const { data, info } = await sharp(drawing).jpeg({ quality: 88 }).toBuffer({ resolveWithObject: true })
  const upload = { sender: 'demo', uploadId: seedId(`message-picture:${name}`) }
  const kept = await storeOperatorUpload(context, upload, {
    jpeg: data,
    width: info.width,
    height: info.height,
  })
  return isRefusal(kept) ? null : kept.imageId
}
