import { ConfigError } from '#server/config/config-error.ts'
import { type Database, openDatabase } from './database.ts'
import { postgres } from './driver.ts'

/** Longer than the driver's connection timeout. */
const probeTimeoutMs = 12_000

/** What to check, by the code of PostgreSQL or of the operating system. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'そのホストとポートでは、データベースが動いていません',
  ENOTFOUND: 'ホスト名が見つかりません',
  EAI_AGAIN: 'ホスト名を調べられません',
  ETIMEDOUT: '応答がありません',
  CONNECT_TIMEOUT: '応答がありません',
  EHOSTUNREACH: 'ホストに届きません',
  ENETUNREACH: 'ホストに届きません',
  ECONNRESET: 'PostgreSQL ではないものが応答しているか、TLS（sslmode）の設定が違います',
  CONNECTION_CLOSED: 'PostgreSQL ではないものが応答しているか、TLS（sslmode）の設定が違います',
  '3D000': 'その名前のデータベースはありません',
  '28000': 'そのユーザーでは接続できません',
  '28P01': 'ユーザー名かパスワードが違います',
  '53300': 'データベースの接続数が上限に達しています',
  '57P03': 'データベースはまだ起動中か、停止中です',
}
/** TLS was requested and failed: Node's and OpenSSL's names of the reason. */
const tlsCode = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/

const reasonOf = (code: string): string | undefined =>
  tlsCode.test(code) ? 'TLS の証明書か設定（sslmode）が合いません' : reasons[code]

/** The address without the password and without options, which may contain secrets too. */
const shownUrl = (url: string): string => {
  const { hostname, port, pathname, username } = new URL(url)
  return `${hostname}:${port || 5432}${pathname}（ユーザー ${username || '指定なし'}）`
}

const openForTrial = (url: string): Database => {
  try {
    return openDatabase(url, { maxConnections: 1, applicationName: 'koyoi-start' })
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    throw new ConfigError(
      '設定 DATABASE_URL の値は使えません（パスワードなどの % は %25 と書いてください）。',
    )
  }
}

/**
 * Connects once to the database that DATABASE_URL names. Refuses (ConfigError) with what is wrong with the
 * setting, and never shows the password.
 */
export const probeDatabase = async (url: string, patienceMs = probeTimeoutMs): Promise<void> => {
  const { sql } = openForTrial(url)
  const silence = Promise.withResolvers<never>()
  // The driver retries for ever where something other than PostgreSQL answers.
  const timer = setTimeout(
    () => silence.reject(Object.assign(new Error('no answer'), { code: 'CONNECTION_CLOSED' })),
    patienceMs,
  )
  try {
    await Promise.race([sql`select 1`, silence.promise])
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reason =
      reasonOf(code) ?? (error instanceof postgres.PostgresError ? '接続を断られました' : undefined)
    if (reason === undefined) throw error
    // Without the cause: the driver's errors contain the address with its options.
    throw new ConfigError(
      `設定 DATABASE_URL のデータベース ${shownUrl(url)}に接続できません。${reason}（${code}）。`,
    )
  } finally {
    clearTimeout(timer)
    await sql.end({ timeout: 0 })
  }
}
