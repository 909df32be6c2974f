import { existsSync } from 'node:fs'
import { installDebianPackages, isExecutable, runAsRoot } from './debian-packages.ts'

const usualPath = '/usr/bin/turnserver'
const service = 'coturn'
const hint =
  'coturn を入れて、その場所を KOYOI_TURNSERVER に設定してください（例: KOYOI_TURNSERVER=/usr/bin/turnserver）。'

/**
 * Finds the relay of the tests. Without one it installs Debian's coturn, where this user may do so. The tests start
 * their own relay; the package's service is never started and stays disabled. KOYOI_TURNSERVER wins. Throws with a
 * sentence that says what to do.
 */
export async function findOrInstallCoturn(report: (line: string) => void): Promise<string> {
  const chosen = process.env.KOYOI_TURNSERVER
  if (chosen) {
    if (await isExecutable(chosen)) return chosen
    throw new Error(`KOYOI_TURNSERVER の ${chosen} は実行できません。`)
  }
  if (await isExecutable(usualPath)) return usualPath
  report('coturn をインストールしています…')
  try {
    await installDisabled()
  } catch (cause) {
    throw new Error(`coturn をインストールできませんでした。${hint}`, { cause })
  }
  if (await isExecutable(usualPath)) return usualPath
  throw new Error(`coturn のインストール後も、実行ファイルが見つかりません。${hint}`)
}

/** The package enables and starts its service. Where systemd runs, a mask prevents that until it is disabled. */
async function installDisabled(): Promise<void> {
  const hasSystemd = existsSync('/run/systemd/system')
  if (hasSystemd) await runAsRoot(['systemctl', 'mask', service])
  try {
    await installDebianPackages([service])
    await runAsRoot(['update-rc.d', service, 'disable'])
  } finally {
    if (hasSystemd) await runAsRoot(['systemctl', 'unmask', service])
  }
}
