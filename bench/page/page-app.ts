/** The real app with its built pages and the demo, as a visitor meets it. */
import { webOutput } from '#scripts/build-web.ts'
import { startApp } from '#server/app/main.ts'

export interface PageApp {
  url: string
}

const app = await startApp(process.env, { web: webOutput })
process.on('disconnect', () => void app.stop().finally(() => process.exit()))
process.send?.({ url: app.url.replace('localhost', '127.0.0.1') } satisfies PageApp)
