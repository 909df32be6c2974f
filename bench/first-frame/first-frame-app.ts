/**
 * The real app with its pages and the demo's people, and beside it, in the same process, the little server that two
 * bare pages signal through.
 */
import { webOutput } from '#scripts/build-web.ts'
import { startApp } from '#server/app/main.ts'
import { openSignalServer } from './first-frame-signal.ts'

export interface FirstFrameApp {
  appUrl: string
  signalUrl: string
}

const app = await startApp(process.env, { web: webOutput })
const signal = await openSignalServer()
process.on('disconnect', () => {
  signal.close()
  void app.stop().finally(() => process.exit())
})
process.send?.({ appUrl: app.url, signalUrl: signal.url } satisfies FirstFrameApp)
