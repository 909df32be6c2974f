import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { createHttpApp } from '#server/app/app.ts'
import type { Context } from '#server/context.ts'
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

/** The world's context as an outage of the database leaves it: no transaction begins before its end. */
export const contextInOutage = ({ context }: TestWorld): { context: Context; end(): void } => {
  let isOver = false
  const db = new Proxy(context.db, {
    get: (target, name) => {
      if (name === 'transaction' && !isOver)
        return () => {
          throw new Error('the database system is starting up')
        }
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return {
    context: { ...context, db },
    end: () => {
      isOver = true
    },
  }
}

/** What the runtime does among the reports of the media server until it succeeds; here once, when the test wants it. */
export const laterWork = () => {
  const works = new Map<string, () => Promise<unknown>>()
  return {
    enqueue: (key: string, work: () => Promise<unknown>) => void works.set(key, work),
    isQueued: (key: string) => works.has(key),
    run: async () => {
      for (const work of works.values()) await work()
      works.clear()
    },
  }
}

/** A time of the database's clock, in milliseconds. */
export const secondsAgo = async ({ database }: TestWorld, seconds: number): Promise<number> => {
  const [row] = await database.sql`select clock_timestamp() - make_interval(secs => ${seconds}) as at`
  return row?.at.getTime()
}
