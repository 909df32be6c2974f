/** `npm run test:e2e -- <arguments of playwright test>`: browser tests, once pages, browser and relay are there. */

import { findOrInstallChromium } from '#scripts/checks/chromium.ts'
import { findOrInstallCoturn } from '#scripts/checks/coturn.ts'
import { buildWeb } from './build-web.ts'
import { runPlaywright } from './run-playwright.ts'

try {
  const report = (line: string) => console.log(line)
  await buildWeb(() => report('画面をビルドしています…'))
  process.env.KOYOI_CHROMIUM = await findOrInstallChromium(report)
  process.env.KOYOI_TURNSERVER = await findOrInstallCoturn(report)
  process.exitCode = await runPlaywright(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
