/** The real app with its pages and the demo's gallery. */
import { webOutput } from '#scripts/build-web.ts'
import { startApp } from '#server/app/main.ts'

const app = await startApp(process.env, { web: webOutput })
process.on('disconnect', () => void app.stop().finally(() => process.exit()))
process.send?.({ url: app.url })
