import { createServer, type Server } from 'node:http'

/** How long a request may take to arrive; what is slower is answered with 408 and closed. */
export interface ArrivalLimits {
  headersMs: number
  /** The whole of it. */
  requestMs: number
  /** How often the server looks for those that are late. */
  checkEveryMs: number
}

/** A phone on a bad line sends its headers in one packet; the slowest thing it sends is a picture, in 60 s at most. */
const arrivalLimits: ArrivalLimits = { headersMs: 15_000, requestMs: 90_000, checkEveryMs: 5_000 }

/** Node's default, written out: no cookie jar of ours has a tenth of it. */
const headerBytesMax = 16 * 1024

/**
 * A connection stays open for the next request longer than proxies in front keep theirs (60 s): who closes first while
 * the other sends costs a request.
 */
const keepAliveMs = 75_000

/** A server that nobody keeps busy by sending slowly or without end. */
export const createHttpServer = (limits: ArrivalLimits = arrivalLimits): Server =>
  createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    maxHeaderSize: headerBytesMax,
    keepAliveTimeout: keepAliveMs,
  })
