import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, devices } from '@playwright/test'
import { installedChromium } from '#scripts/checks/chromium.ts'

const chromiumArguments = [
  // Root has no sandbox to enter; tests open only our own pages.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream=fps=12',
  '--use-fake-ui-for-media-stream',
  '--disable-features=WebRtcHideLocalIpsWithMdns',
]

const phoneOnly = /\.phone\.test\.ts$/
const desktopOnly = /\.desktop\.test\.ts$/

// Runs at the same time must not clear each other's screenshots; workers inherit what the first process chose.
process.env.KOYOI_E2E_OUTPUT ||= join(tmpdir(), `koyoi-e2e-${process.pid}`)
// As in scripts/start.ts: each app loads the server's modules in half the time.
process.env.NODE_COMPILE_CACHE ||= fileURLToPath(new URL('node_modules/.cache/koyoi', import.meta.url))

/**
 * A test runs on a phone and on a desktop where both show something else. The others run on one of them: the file is
 * named `*.phone.test.ts` or `*.desktop.test.ts`, or the test bears the tag `@phone` or `@desktop`.
 *
 * An app or a browser with settings of its own needs a worker of its own, and ends the one before. These files lie in
 * the folder worker-settings, whose name makes them the last ones of a device: in between they would cost one more start
 * each, which takes some seconds of both cores.
 */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.test.ts',
  globalSetup: './test/helpers/postgres-global-setup.ts',
  outputDir: process.env.KOYOI_E2E_OUTPUT,
  workers: Number(process.env.KOYOI_E2E_WORKERS ?? 2),
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // Many times what a test needs: a machine shared with others stands still for seconds at times.
  timeout: 150_000,
  expect: { timeout: 30_000 },
  reporter: process.env.KOYOI_E2E_REPORT
    ? [['list'], ['json', { outputFile: process.env.KOYOI_E2E_REPORT }]]
    : [['list']],
  use: {
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    permissions: ['microphone', 'camera'],
    screenshot: 'only-on-failure',
    // A trace costs as much as the page itself, which the media tests would hear; `--trace on` when needed.
    trace: 'off',
    launchOptions: {
      executablePath: installedChromium(),
      args: chromiumArguments,
    },
  },
  // The desktop's files are the longest: what begins with them doesn't wait for one of them at the end.
  projects: [
    {
      name: 'desktop',
      testIgnore: phoneOnly,
      grepInvert: /@phone/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      testIgnore: desktopOnly,
      grepInvert: /@desktop/,
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 390, height: 844 },
        screen: { width: 390, height: 844 },
        defaultBrowserType: 'chromium',
      },
    },
  ],
})
