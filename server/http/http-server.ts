import { createServer, type Server } from 'node:http'

/** How long a request may take to arrive; a slower one is answered with 408 and its connection is closed. */
export interface ArrivalLimits {
  headersMs: number
  /** The complete request. */
  requestMs: number
  /** How often the server looks for late requests. */
  checkEveryMs: number
}

/** A phone on a bad line sends its headers in one packet; its slowest request is an image, 60 s at most. */
const arrivalLimits: ArrivalLimits = { headersMs: 15_000, requestMs: 90_000, checkEveryMs: 5_000 }

/** Node's default, written out: our cookies need less than a tenth of it. */
const headerBytesMax = 16 * 1024

/**
 * A connection stays open for the next request longer than proxies in front keep theirs (60 s): a side that closes
 * while the other sends costs a request.
 */
const keepAliveMs = 75_000

/** A server that clients can't keep busy by sending slowly or without end. */
export const createHttpServer = (limits: ArrivalLimits = arrivalLimits): Server =>
  createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    maxHeaderSize: headerBytesMax,
    keepAliveTimeout: keepAliveMs,
  })
