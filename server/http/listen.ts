import type { Server } from 'node:http'
import { ConfigError } from '#server/config/config-error.ts'

/** The setting that chooses the address, and the one that chooses the port. */
export interface ListenSettings {
  hostSetting: string
  portSetting: string
}

/** Resolves with the port. Refuses (ConfigError) an address of another machine, and a port that can't be opened. */
export const listen = (
  server: Server,
  { host, port }: { host: string; port: number },
  { hostSetting, portSetting }: ListenSettings,
): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const { code = '' } = error
      if (code === 'EADDRINUSE')
        reject(
          new ConfigError(
            `設定 ${portSetting} の ${port} 番は、ほかのプログラムが使っています。別の番号にしてください。`,
          ),
        )
      else if (code === 'EACCES')
        reject(
          new ConfigError(
            `設定 ${portSetting} の ${port} 番を使う権限がありません。1024 以上の番号にしてください。`,
          ),
        )
      else if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
        reject(
          new ConfigError(
            `設定 ${hostSetting} の ${host} は、このマシンのアドレスではありません（${code}）。` +
              'すべてのアドレスで受けるには 0.0.0.0 にしてください。',
          ),
        )
      else reject(error)
    })
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
