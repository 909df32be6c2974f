import type { Context } from '#server/context.ts'
import { deleteStrayVariants } from '#server/images/variants.ts'
import { deleteLeftFolders } from '#server/lifecycle/left-folders.ts'
import { type Loops, loop } from '#server/lifecycle/loop.ts'
import { exportsFolder } from '#server/privacy/data-export/make-exports.ts'
import { videoCache } from '#server/videos/video-record.ts'

const firstAfterMs = 60_000
const everyMs = 60 * 60_000

/**
 * On each node, because each has a cache of its own: deletes what nobody should find there any more. The jobs that delete
 * an image or erase a member run on one node and clean the cache of that one; and a process that was killed leaves behind
 * what it was working on, a member's data or videos.
 */
export const cleanCache = async ({ db, config }: Pick<Context, 'db' | 'config'>): Promise<void> => {
  for (const folder of [exportsFolder(config), videoCache(config)]) await deleteLeftFolders(folder)
  await deleteStrayVariants(db, config.dataDir)
}

/** A minute after the start, when everything else has begun, and then each hour. */
export const startCacheCleaning = (context: Context): Loops =>
  loop(context, 'cache', firstAfterMs, async () => {
    await cleanCache(context)
    return everyMs
  })
