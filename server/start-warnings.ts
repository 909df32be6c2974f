import type { Config } from '#server/config/config.ts'

/** Warnings at the start about settings that work but surprise; Japanese sentences for the person who starts it. */
export const startWarnings = (
  config: Pick<Config, 'publicUrl'>,
  env: Record<string, string | undefined>,
): string[] => {
  // We serve plain HTTP: a proxy in front ends the TLS, and every request comes from its address.
  const isBehindProxy = config.publicUrl?.startsWith('https://') ?? false
  return isBehindProxy && !env.TRUSTED_PROXY_HOPS ? [proxyWarning] : []
}

const proxyWarning =
  '注意: PUBLIC_URL が https ですが、TRUSTED_PROXY_HOPS が設定されていません。プロキシの後ろでは全員が同じ接続元に見えるため、' +
  '1人のログイン失敗で全員のログインが止まり、登録も全員で1時間に30件までになります。プロキシの数（ふつうは1）を設定してください。' +
  '接続元のIPアドレスがそのまま届く場合は0を設定すると、この注意は出ません。'
