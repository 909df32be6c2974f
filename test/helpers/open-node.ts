import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { createHttpApp } from '#server/app/app.ts'
import { listenLocally } from './listen-locally.ts'
import type { TestWorld } from './test-world.ts'

/** Lets other processes on the world's database reach its media, as a start of the app does. @returns what ends that */
export const openNode = async ({ context }: TestWorld): Promise<() => Promise<void>> => {
  const http = createAdaptorServer(createHttpApp(context, null)) as Server
  await context.nodes.open(`http://127.0.0.1:${await listenLocally(http)}`)
  return async () => {
    await context.nodes.close()
    http.close()
  }
}

/** A time of the database's clock, in milliseconds. */
export const secondsAgo = async ({ database }: TestWorld, seconds: number): Promise<number> => {
  const [row] = await database.sql`select clock_timestamp() - make_interval(secs => ${seconds}) as at`
  return row?.at.getTime()
}
