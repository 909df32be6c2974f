import { memorySettings } from '#adapters/media/embedded/process/child.ts'
import { environmentOf } from '#adapters/media/embedded/process/options.ts'
import { type Child, startChild } from '#bench/shared/child.ts'

/** Our media server as the app starts it. `MEDIA_BATCHING=off` for each packet by itself. */
export const startOwnMedia = async (print: (line: string) => void): Promise<Child> => {
  const log = {
    info: (event: string, facts = {}) => print(`${event} ${JSON.stringify(facts)}`),
    error: print,
  }
  const batches = process.env.MEDIA_BATCHING !== 'off'
  const { LD_PRELOAD = '' } = await environmentOf({ batches, log })
  const { env, execArgv } = memorySettings
  return startChild(new URL('./media-server.ts', import.meta.url), { execArgv, env: { ...env, LD_PRELOAD } })
}
