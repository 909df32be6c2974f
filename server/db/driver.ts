import { registerHooks } from 'node:module'

/**
 * postgres.js 3.4.9, patched while it is loaded. Without the patches, a database that dies under an open transaction
 * ends the process, or starves its pool for good; upstream knows (issues 1154 and 1208) and hasn't released an answer.
 * Each patch below replaces one passage; the start fails when a passage isn't found, as after an upgrade.
 * `test/platform-outage.test.ts` and `test/api/platform/driver-socket.test.ts` show the failure without each.
 * docs/decisions/0058-database-driver.md says why the driver stays.
 *
 * Import the driver from this file alone: the first import decides which version the process gets.
 */
interface Patch {
  from: string
  to: string
}

const connectionPatches: readonly Patch[] = [
  {
    // A write that is cancelled with its socket still counts as pending, and nothing is ever written again; and the old
    // connection's last error is reported to the first query of the new one.
    from: `    idleTimer.cancel()
    lifeTimer.cancel()
    connectTimer.cancel()

    socket.removeAllListeners()`,
    to: `    chunk = nextWriteTimer = errorResponse = null
    idleTimer.cancel()
    lifeTimer.cancel()
    connectTimer.cancel()

    socket.removeAllListeners()`,
  },
]

const poolPatches: readonly Patch[] = [
  {
    // How busy the pool is, for metrics: the driver doesn't expose it.
    from: `    reserve,
    listen,
`,
    to: `    pool: () => ({ inUse: reserved.length + busy.length + full.length, waiting: queries.length }),
    reserve,
    listen,
`,
  },
  {
    // A rejected request for a reserved connection stays in the queue: the next connection that opens is lost to it.
    from: `        const query = { reserve: resolve, reject }`,
    to: `        const query = { reserve: resolve, reject: e => (queries.remove(query), reject(e)) }`,
  },
  {
    // A request for a reserved connection at the head of the queue, when a connection closes, is removed and never served.
    from: `    queries.length && connect(c, queries.shift())
  }`,
    to: `    if (queries.length) {
      const next = queries.shift()
      next.reserve && queries.push(next)
      connect(c, next)
    }
  }`,
  },
  {
    // A statement that waits for the one before it, on a reserved connection that closes, is never rejected: a rollback
    // after an error of the connection comes between that error and the close.
    from: `    c.reserved = null
    c.onclose && (c.onclose(e), c.onclose = null)`,
    to: `    const waiting = c.reserved && c.reserved.waiting
    c.reserved = null
    while (waiting && waiting.length) waiting.shift().reject(e)
    c.onclose && (c.onclose(e), c.onclose = null)`,
  },
  {
    // A reserved connection that was lost and opened again belongs to others: no statement of a transaction may run
    // outside of it, and releasing it twice would lend it twice. While the pool ends, one that is returned and that nobody
    // waits for is closed: otherwise the end waits for it until its timeout.
    from: `    c.reserved.release = true

    const sql = Sql(handler)
    sql.release = () => {
      c.reserved = null
      onopen(c)
    }

    return sql

    function handler(q) {
`,
    to: `    c.reserved.release = true
    c.reserved.waiting = queue
    const lease = c.reserved

    const sql = Sql(handler)
    sql.release = () => {
      if (c.reserved !== lease)
        return
      c.reserved = null
      ending && queries.length === 0 ? c.terminate() : onopen(c)
    }

    return sql

    function handler(q) {
      if (c.reserved !== lease)
        return q.reject(Errors.connection('CONNECTION_CLOSED', options, options))
`,
  },
  {
    // The same for `sql.begin`.
    from: `        q.catch(e => uncaughtError || (uncaughtError = e))
`,
    to: `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (c.reserved !== lease)
          return q.reject(Errors.connection('CONNECTION_CLOSED', options, options))
`,
  },
  {
    from: `      , connection
      , prepare = null
`,
    to: `      , connection
      , lease
      , prepare = null
`,
  },
  {
    from: `        ? c.execute(queries.shift())
        : move(c, reserved)
    }
  }
`,
    to: `        ? c.execute(queries.shift())
        : move(c, reserved)
      lease = c.reserved
    }
  }
`,
  },
]

const patchesOf: Record<string, readonly Patch[]> = {
  '/postgres/src/index.js': poolPatches,
  '/postgres/src/connection.js': connectionPatches,
}

const patch = (source: string, patches: readonly Patch[], file: string): string =>
  patches.reduce((text, { from, to }) => {
    if (text.split(from).length !== 2) throw new Error(`${file} is not the version that is patched:\n${from}`)
    return text.replace(from, () => to)
  }, source)

/** Once per process, however often a test runner evaluates this module: the driver stays loaded. */
const patchedMark = Symbol.for('koyoi.postgres-patched')
const wasPatched = patchedMark in globalThis

const patched = new Set<string>()
const hooks = registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    const file = Object.keys(patchesOf).find((path) => url.endsWith(path))
    if (file === undefined) return loaded
    patched.add(file)
    return { ...loaded, source: patch(String(loaded.source), patchesOf[file] ?? [], file) }
  },
})

export const { default: postgres } = await import('postgres')
hooks.deregister()
if (!wasPatched && patched.size !== Object.keys(patchesOf).length)
  throw new Error('postgres was loaded before it could be patched: import it from server/db/driver.ts')
Object.defineProperty(globalThis, patchedMark, { value: true, configurable: true })
