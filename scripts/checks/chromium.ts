import { existsSync } from 'node:fs'
import { installDebianPackages, isExecutable } from './debian-packages.ts'

/**
 * Debian's build of Chromium for machines without a screen: the same engine without the browser's own interface, a
 * fifth less processor time in the browser tests.
 */
const headlessShell = '/usr/bin/chromium-headless-shell'
const wholeBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const packages = ['chromium-headless-shell', 'chromium', 'fonts-noto-cjk']
const hint =
  'Chromium を入れて、その場所を KOYOI_CHROMIUM に設定してください（例: KOYOI_CHROMIUM=/usr/bin/chromium）。'

/** The browser of the tests on this machine, or where it would be. KOYOI_CHROMIUM wins. */
export const installedChromium = (): string =>
  process.env.KOYOI_CHROMIUM ||
  ([headlessShell, ...wholeBrowsers].find((path) => existsSync(path)) ?? headlessShell)

/** A browser that shows notifications, which the headless shell doesn't. KOYOI_CHROMIUM wins if it is another one. */
export const wholeChromium = (): string => {
  const chosen = process.env.KOYOI_CHROMIUM
  if (chosen && chosen !== headlessShell) return chosen
  return wholeBrowsers.find((path) => existsSync(path)) ?? '/usr/bin/chromium'
}

/**
 * Finds the browser of the tests. Without Debian's headless shell it installs that and Japanese fonts, where this user
 * may do so; where it can't, a whole browser serves as well. KOYOI_CHROMIUM wins. Throws with a sentence that says
 * what to do.
 */
export async function findOrInstallChromium(report: (line: string) => void): Promise<string> {
  const chosen = process.env.KOYOI_CHROMIUM
  if (chosen) {
    if (await isExecutable(chosen)) return chosen
    throw new Error(`KOYOI_CHROMIUM の ${chosen} は実行できません。`)
  }
  if ((await isExecutable(headlessShell)) && (await isExecutable(wholeChromium()))) return headlessShell
  report('Chromium と日本語フォントをインストールしています…')
  const failure = await installPackages()
  const installed = installedChromium()
  if (await isExecutable(installed)) return installed
  throw failure ?? new Error(`Chromium のインストール後も、実行ファイルが見つかりません。${hint}`)
}

async function installPackages(): Promise<Error | undefined> {
  try {
    await installDebianPackages(packages)
  } catch (cause) {
    return new Error(`Chromium をインストールできませんでした。${hint}`, { cause })
  }
}
