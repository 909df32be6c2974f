/** What a page costs the server's process: user and system time, all threads and the garbage collector included. */
import { Agent, get } from 'node:http'
import { setTimeout as pass } from 'node:timers/promises'
import { cpuOf } from '#bench/media/cpu.ts'
import { visitorHeaders } from './visitor.ts'

export interface Server {
  pid: number
  url: string
}

export interface PageCpu {
  /** Milliseconds a page, one request right after the other. */
  atOnceMs: number
  /** Milliseconds a page of a stream of visitors, without what the process does by itself. */
  ofStreamMs: number
}

const warmUp = 200
const pagesAtOnce = 300
const visitorsPerSec = 20
const streamSec = 12

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

const fetchPage = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers: visitorHeaders }, (response) => {
      response.resume()
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${response.statusCode}`)),
      )
    }).once('error', reject)
  })

const cpuMsDuring = async (pid: number, work: () => Promise<void>): Promise<number> => {
  const before = cpuOf(pid)
  await work()
  return (cpuOf(pid) - before) / 1_000
}

const oneAfterTheOther = async (url: string, pages: number): Promise<void> => {
  for (let nth = 0; nth < pages; nth += 1) await fetchPage(url)
}

/** Each visitor comes at the set time, however long the pages before take. */
const stream = async (url: string): Promise<void> => {
  const startedAt = performance.now()
  const pages: Promise<void>[] = []
  for (let nth = 0; nth < visitorsPerSec * streamSec; nth += 1) {
    await pass(Math.max(0, startedAt + (nth * 1_000) / visitorsPerSec - performance.now()))
    pages.push(fetchPage(url))
  }
  await Promise.all(pages)
}

/** V8 needs some pages to compile hot code. */
export const warm = ({ url }: Server): Promise<void> => oneAfterTheOther(url, warmUp)

export const measurePageCpu = async ({ pid, url }: Server): Promise<PageCpu> => {
  const atOnceMs = (await cpuMsDuring(pid, () => oneAfterTheOther(url, pagesAtOnce))) / pagesAtOnce
  const idleMs = await cpuMsDuring(pid, () => pass(streamSec * 1_000))
  const streamMs = await cpuMsDuring(pid, () => stream(url))
  return { atOnceMs, ofStreamMs: (streamMs - idleMs) / (visitorsPerSec * streamSec) }
}
