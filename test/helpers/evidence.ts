import { writeFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page, TestInfo, WebSocket } from '@playwright/test'

/**
 * What a failed browser test leaves behind: what its pages and its app did, in the order of time. A failure that comes
 * once in a thousand runs has to explain itself from this alone.
 */
export interface Evidence {
  add(who: string, line: string): void
  /** Writes everything to a file of the test's, and the newest lines to the run's own output. */
  report(testInfo: TestInfo): Promise<void>
  clear(): void
}

/** About two minutes of a call between two pages. */
const linesMax = 5_000
const lineLengthMax = 2_000
const printedLines = 250

export const createEvidence = (): Evidence => {
  const lines: string[] = []
  return {
    add: (who, line) => {
      const time = new Date().toISOString().slice(11, 23)
      lines.push(`${time} ${who} ${line.trimEnd().slice(0, lineLengthMax)}`)
      if (lines.length > linesMax) lines.splice(0, lines.length - linesMax)
    },
    report: async (testInfo) => {
      const path = testInfo.outputPath('evidence.txt')
      await writeFile(path, `${lines.join('\n')}\n`)
      testInfo.attachments.push({ name: 'evidence', path, contentType: 'text/plain' })
      process.stdout.write(`${[testInfo.title, ...lines.slice(-printedLines)].join('\n')}\n`)
    },
    clear: () => {
      lines.length = 0
    },
  }
}

/** Says when a connection of the page changes its state, and what it carries while it isn't up. */
const logPeers = () => {
  const Peer = window.RTCPeerConnection
  const stateOf = (peer: RTCPeerConnection) =>
    `${peer.signalingState} ice ${peer.iceConnectionState} ${peer.iceGatheringState} dtls ${peer.connectionState}`
  let made = 0
  window.RTCPeerConnection = class extends Peer {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      made += 1
      const name = `peer ${made}`
      // biome-ignore lint/suspicious/noConsole: the page's way to the test
      const tell = (event: string) => console.debug(`${name} ${event}: ${stateOf(this)}`)
      tell('made')
      for (const event of ['signalingstatechange', 'iceconnectionstatechange', 'connectionstatechange'])
        this.addEventListener(event, () => tell(event))
    }
  }
}

/** Pictures and styles say nothing; whether a part of the page has come does. */
const isTold = (pathname: string): boolean =>
  (pathname.startsWith('/api/') && !pathname.startsWith('/api/img/')) || pathname.endsWith('.js')

const pathOf = (url: string): string | null => {
  const { pathname } = new URL(url)
  return isTold(pathname) ? pathname : null
}

const observeSocket = (socket: WebSocket, tell: (line: string) => void): void => {
  tell(`socket opened ${pathOf(socket.url().replace(/^ws/, 'http')) ?? ''}`)
  socket.on('framesent', ({ payload }) => tell(`socket > ${payload}`))
  socket.on('framereceived', ({ payload }) => tell(`socket < ${payload}`))
  socket.on('close', () => tell('socket closed'))
}

const observePage = (page: Page, tell: (line: string) => void): void => {
  page.on('console', (message) => tell(`console ${message.type()} ${message.text()}`))
  page.on('pageerror', (error) => tell(`error ${error.stack ?? error.message}`))
  page.on('framenavigated', (frame) => tell(`at ${frame.url()}`))
  page.on('request', (request) => {
    const path = pathOf(request.url())
    // A body may be an upload; a session description says little in its first line.
    if (path)
      tell(
        `request ${request.method()} ${path} ${path.includes('/media/') ? '' : (request.postData() ?? '')}`,
      )
  })
  page.on('response', (response) => {
    const path = pathOf(response.url())
    if (path) tell(`response ${response.status()} ${path}`)
  })
  page.on('requestfailed', (request) => {
    const path = pathOf(request.url())
    if (path) tell(`request failed ${path} ${request.failure()?.errorText ?? ''}`)
  })
  page.on('websocket', (socket) => observeSocket(socket, tell))
}

/** Every context that this browser makes from now on is observed. */
export const observeBrowser = (browser: Browser, evidence: Evidence): void => {
  const makeContext = browser.newContext.bind(browser)
  let made = 0
  browser.newContext = async (options) => {
    const context: BrowserContext = await makeContext(options)
    made += 1
    const name = `browser-${made}`
    await context.addInitScript(logPeers)
    context.on('page', (page) => observePage(page, (line) => evidence.add(name, line)))
    return context
  }
}
