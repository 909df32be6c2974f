import type { Config } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { assertRestorable } from '#server/db/migrate.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { lockDataDir } from '#server/lifecycle/data-dir-lock.ts'
import { secretFrom } from '#server/secrets/signing-secret.ts'
import { BackupError } from './backup-error.ts'
import { loadDatabase } from './load-database.ts'
import { type Manifest, secretFingerprint, tableEntryName } from './manifest.ts'
import { type OpenBackup, openBackup } from './read-backup.ts'
import { assertNoFiles, extractFiles } from './restored-files.ts'

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'appSecret' | 's3'>

export interface RestoreOptions {
  file: string
  /** Deletes what exists already. */
  replace?: boolean
  /** Receives lines about the progress. */
  progress?: (line: string) => void
}

/**
 * Restores a backup into the data folder and the database of these settings, embedded or not: all of it or nothing.
 *
 * Refuses with a sentence, nothing changed: a broken backup or one of a newer version, a running app, a place that
 * isn't empty (unless `replace`), another APP_SECRET, images that are elsewhere than the settings say.
 * @returns what was restored
 */
export const restoreBackup = async (
  settings: Settings,
  { file, replace = false, progress = () => undefined }: RestoreOptions,
): Promise<Manifest> => {
  progress('バックアップを確かめています…')
  await using backup = await openBackup(file)
  const { manifest } = backup
  assertSettingsFit(settings, manifest)
  await assertRestorable(manifest.migrations)
  const lock = await lockDataDir(settings.dataDir)
  try {
    if (!replace) await assertNoFiles(settings.dataDir, manifest.secret.mark)
    if (settings.databaseUrl) await restoreInto(settings, settings.databaseUrl, backup, { replace, progress })
    else await restoreEmbedded(settings, backup, { replace, progress })
    return manifest
  } finally {
    await lock.release()
  }
}

type How = Required<Pick<RestoreOptions, 'replace' | 'progress'>>

const restoreEmbedded = async (settings: Settings, backup: OpenBackup, how: How): Promise<void> => {
  how.progress('データベースを起動しています…')
  const server = await startEmbeddedPostgres({ dataDir: settings.dataDir, log: () => {} })
  try {
    await restoreInto(settings, server.url, backup, how)
  } finally {
    await server.stop()
  }
}

const restoreInto = async (
  { dataDir }: Settings,
  url: string,
  backup: OpenBackup,
  { replace, progress }: How,
): Promise<void> => {
  const { manifest } = backup
  await using files = await extractFiles(dataDir, backup)
  const database = openDatabase(url, {
    maxConnections: 1,
    statementTimeoutMs: 0,
    applicationName: 'restore',
  })
  progress('データを戻しています…')
  try {
    await loadDatabase(database.sql, {
      manifest,
      replace,
      rowsOf: ({ name }) => backup.contentOf(tableEntryName(name)),
      beforeCommit: () => files.place(),
    })
  } catch (error) {
    await files.revert()
    throw error
  } finally {
    await database.close()
  }
}

const assertSettingsFit = ({ appSecret, s3 }: Settings, { secret, pictures }: Manifest): void => {
  if (appSecret ? secretFingerprint(secretFrom(appSecret)) !== secret.mark : secret.origin === 'setting')
    throw new BackupError(
      secret.origin === 'setting'
        ? 'このバックアップは、別の APP_SECRET で動いていたものです。設定 APP_SECRET を、そのときと同じ値にしてください。'
        : '設定 APP_SECRET が、バックアップに入っている秘密鍵と違います。APP_SECRET を外して復元してください。',
    )
  if (pictures === 'bucket' && !s3)
    throw new BackupError(
      'このバックアップの画像はバケットにあります。S3_BUCKET など、そのときと同じ設定で復元してください。',
    )
  if (pictures === 'included' && s3)
    throw new BackupError(
      'このバックアップには画像が入っています。S3_BUCKET などを外して復元し、そのあと docs/operations.md のとおりバケットに移してください。',
    )
}
