import { installDebianPackages, isExecutable } from './debian-packages.ts'

const usualPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const packages = ['chromium', 'fonts-noto-cjk']
const hint =
  'Chromium を入れて、その場所を KOYOI_CHROMIUM に設定してください（例: KOYOI_CHROMIUM=/usr/bin/chromium）。'

/**
 * Finds the browser of the tests. Without one it installs Debian's Chromium and Japanese fonts, where this user may do
 * so. KOYOI_CHROMIUM wins. Throws with a sentence that says what to do.
 */
export async function findOrInstallChromium(report: (line: string) => void): Promise<string> {
  const chosen = process.env.KOYOI_CHROMIUM
  if (chosen) {
    if (await isExecutable(chosen)) return chosen
    throw new Error(`KOYOI_CHROMIUM の ${chosen} は実行できません。`)
  }
  const found = await findInstalled()
  if (found) return found
  report('Chromium と日本語フォントをインストールしています…')
  await installPackages()
  const installed = await findInstalled()
  if (installed) return installed
  throw new Error(`Chromium のインストール後も、実行ファイルが見つかりません。${hint}`)
}

async function findInstalled(): Promise<string | undefined> {
  for (const path of usualPaths) {
    if (await isExecutable(path)) return path
  }
  return undefined
}

async function installPackages(): Promise<void> {
  try {
    await installDebianPackages(packages)
  } catch (cause) {
    throw new Error(`Chromium をインストールできませんでした。${hint}`, { cause })
  }
}
