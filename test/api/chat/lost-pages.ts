import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A page in a separate process, which can be killed. */
export const openBrowserProcess = (url: string, cookie: string) =>
  spawn(process.execPath, [
    '-e',
    `const page = new WebSocket(process.argv[1], { headers: { cookie: process.argv[2] } })
     page.addEventListener('open', () => page.send('40'))`,
    `${url.replace('http', 'ws')}/api/socket/?EIO=4&transport=websocket`,
    cookie,
  ])

/**
 * Between a page and the server; once it is cut nothing passes any more, not even the end of the connection.
 */
export const openNetwork = async (port: number) => {
  const ends = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const end of [near, far]) {
      ends.add(end)
      end.on('error', () => end.destroy())
    }
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      for (const end of ends) end.unpipe().pause()
    },
    close: () => {
      for (const end of ends) end.destroy()
      server.close()
    },
  }
}
