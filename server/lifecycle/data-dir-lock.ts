import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { realpath, rm, stat } from 'node:fs/promises'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDataDir } from './data-dir.ts'

export interface DataDirLock {
  release(): Promise<void>
}

/** Another process uses this data folder; the message is for the person who started the second process. */
export class DataDirLockedError extends Error {
  override name = 'DataDirLockedError'
}

/** A holder that doesn't answer is busy or stopped, not gone: the kernel refuses connections to a dead one. */
const answerTimeoutMs = 1_000

/**
 * Locks the data folder for this process, creating the folder when it is missing. The lock is a listening socket, so
 * the kernel releases it however the process ends; on Linux its name lives outside the file system, and taking the
 * lock is one atomic step.
 *
 * Refuses (DataDirLockedError, nothing changed): another process has the lock.
 */
export async function lockDataDir(dir: string): Promise<DataDirLock> {
  await makeDataDir(dir)
  const address = await lockAddress(dir)
  const server = await listen(address)
  if (server) return lockOf(server)
  const holder = await queryHolder(address)
  if (!holder.isAlive) {
    // A remainder of a kill -9 where sockets are files. On Linux a dead holder reaches this line only at the moment
    // of its end.
    if (!address.startsWith('\0')) await rm(address, { force: true })
    const retried = await listen(address)
    if (retried) return lockOf(retried)
  }
  throw new DataDirLockedError(
    `データフォルダ ${await realpath(dir)} は、起動中の別のプロセス${holder.pid === undefined ? '' : `（PID ${holder.pid}）`}が使っています。` +
      'そちらを止めるか、DATA_DIR に別のフォルダを設定してください。',
  )
}

/** By device and inode, so that two paths to one folder are one lock and no path is too long for a socket. */
async function lockAddress(dir: string): Promise<string> {
  const { dev, ino } = await stat(dir, { bigint: true })
  const name = `koyoi-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32)}`
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`)
}

/** @returns undefined when the address is in use */
async function listen(address: string): Promise<Server | undefined> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(String(process.pid))
  })
  try {
    server.listen(address)
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined
    throw error
  }
  server.unref()
  return server
}

function lockOf(server: Server): DataDirLock {
  return {
    async release() {
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}

async function queryHolder(address: string): Promise<{ isAlive: boolean; pid?: number }> {
  const socket = createConnection(address)
  socket.setTimeout(answerTimeoutMs, () => socket.destroy())
  try {
    await once(socket, 'connect')
  } catch {
    return { isAlive: false }
  }
  let answer = ''
  try {
    for await (const chunk of socket.setEncoding('utf8')) answer += chunk
  } catch {
    // The holder didn't answer in time, but it is there.
  }
  const pid = Number.parseInt(answer, 10)
  return pid > 0 ? { isAlive: true, pid } : { isAlive: true }
}
