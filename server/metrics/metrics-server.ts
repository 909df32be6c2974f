import { createServer } from 'node:http'
import type { Config } from '#server/config/config.ts'
import type { Context } from '#server/context.ts'
import { listen } from '#server/http/listen.ts'
import type { FiguresContext } from './gauges.ts'
import type { Metrics } from './metrics.ts'

export interface MetricsServer {
  port: number
  close(): Promise<void>
}

/**
 * Serves GET /metrics on a port of its own, which no proxy exposes: the figures are for those who run the service.
 * Throws `ConfigError` when the port is in use.
 */
export const openMetricsServer = async (
  context: FiguresContext & Pick<Context, 'log'>,
  metrics: Metrics,
  options: NonNullable<Config['metrics']>,
): Promise<MetricsServer> => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.read(context).then(
      (text) =>
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      (error: unknown) => {
        context.log.error('metrics-not-read', { error })
        response.writeHead(500).end()
      },
    )
  })
  const port = await listen(server, options, { hostSetting: 'METRICS_HOST', portSetting: 'METRICS_PORT' })
  return {
    port,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
