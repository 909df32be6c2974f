import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Context } from '#server/context.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'
import { addMail } from '#server/outbox/add-mail.ts'
import { dataExportReadyMail, japaneseDate } from '#server/outbox/mail-texts.ts'
import { exportAvailableUntil, exportKey } from './exports.ts'
import { exportReadme } from './readme.ts'
import { type ExportedImage, exportedFiles, exportedImages } from './sections.ts'

/** Where an export is put together, each in a folder of its own. */
export const exportsFolder = ({ dataDir }: Pick<Context['config'], 'dataDir'>): string =>
  path.join(dataDir, 'cache', 'exports')

/** Of one round, which comes every minute. */
const perRound = 20
/** After this many attempts an operator has to look; the member may request another one. */
const triesMax = 3

/** Every minute: makes the requested exports, one after the other, the oldest first. */
export const makeDataExports = async (context: Context): Promise<{ made: number }> => {
  await giveUp(context)
  const waiting = await context.db
    .selectFrom('data_export')
    .innerJoin('member', 'member.id', 'data_export.member_id')
    .select('member_id')
    .where('ready_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('tries', '<', triesMax)
    // A deactivated account gets no export.
    .where('member.role', '<>', 'closed')
    .orderBy('requested_at')
    .limit(perRound)
    .execute()
  let made = 0
  for (const { member_id: memberId } of waiting) {
    try {
      await makeExport(context, memberId)
      made += 1
    } catch (error) {
      context.log.error('export-not-made', { memberId, error })
      await giveUp(context)
    }
  }
  return { made }
}

/** An attempt that ended its process counts as well, or an export that always does would be begun every minute. */
const giveUp = async ({ db, now, log }: Context): Promise<void> => {
  const failed = await db
    .updateTable('data_export')
    .set({ failed_at: new Date(now()) })
    .where('ready_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('tries', '>=', triesMax)
    .returning('member_id')
    .execute()
  for (const { member_id: memberId } of failed) log.error('export-given-up', { memberId })
}

/** Deletes the file of an attempt that died, which only its row knows. */
const beginTry = async ({ db, storage }: Context, memberId: string): Promise<string> => {
  const before = await db
    .selectFrom('data_export')
    .select('file_id')
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (before.file_id) await storage.delete(exportKey(memberId, before.file_id))
  const fileId = randomUUID()
  await db
    .updateTable('data_export')
    .set(({ eb }) => ({ file_id: fileId, tries: eb('tries', '+', 1) }))
    .where('member_id', '=', memberId)
    .execute()
  return fileId
}

const makeExport = async (context: Context, memberId: string): Promise<void> => {
  const fileId = await beginTry(context, memberId)
  const folder = exportsFolder(context.config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = await mkdtemp(path.join(folder, 'draft-'))
  try {
    const file = path.join(draft, 'export.zip')
    await writeZip(context, memberId, file)
    await context.storage.putFile(exportKey(memberId, fileId), file)
    const { size } = await stat(file)
    // Another process has started again meanwhile, or it was cancelled: nobody else knows this file.
    if (!(await markReady(context, memberId, { fileId, bytes: size })))
      await context.storage.delete(exportKey(memberId, fileId))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Images are read one by one while the zip is written, so that memory holds one at a time. */
const writeZip = async (context: Context, memberId: string, file: string): Promise<void> => {
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, createWriteStream(file, { mode: 0o600 }))
  const failed = new Promise<never>((_, reject) => zip.on('error', reject))
  zip.addBuffer(Buffer.from(exportReadme, 'utf8'), 'README.txt')
  for (const { name, content } of exportedFiles)
    zip.addBuffer(Buffer.from(`${JSON.stringify(await content(context, memberId), null, 2)}\n`, 'utf8'), name)
  for (const image of await exportedImages(context, memberId)) addImage(context, zip, image)
  zip.end()
  await Promise.race([written, failed])
}

const addImage = ({ storage }: Context, zip: ZipFile, { key, name }: ExportedImage): void =>
  // Images are already compressed.
  zip.addReadStreamLazy(name, { compress: false }, (done) => {
    storage.get(key).then(
      (bytes) => done(null, Readable.from([bytes ?? Buffer.alloc(0)])),
      (error: unknown) => done(error, Readable.from([])),
    )
  })

/** False when the row no longer expects this file. */
const markReady = async (
  context: Context,
  memberId: string,
  { fileId, bytes }: { fileId: string; bytes: number },
): Promise<boolean> => {
  const expiresAt = exportAvailableUntil(context.now())
  return context.db.transaction().execute(async (tx) => {
    const ready = await tx
      .updateTable('data_export')
      // A last attempt that took longer than a round was given up meanwhile.
      .set({ ready_at: new Date(context.now()), failed_at: null, bytes, expires_at: expiresAt })
      .where('member_id', '=', memberId)
      .where('file_id', '=', fileId)
      .returning('member_id')
      .executeTakeFirst()
    if (!ready) return false
    await addMemberNotices(tx, [
      { memberId, once: fileId, about: { kind: 'dataExportReady', expiresAt: expiresAt.toISOString() } },
    ])
    const { name, email } = await tx
      .selectFrom('member')
      .select(['name', 'email'])
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
    if (email === null || !context.mailer.isThere) return true
    await addMail(context, tx, {
      memberId,
      to: email,
      ...dataExportReadyMail({ name, until: japaneseDate.format(expiresAt) }),
      expiresAt,
    })
    return true
  })
}
