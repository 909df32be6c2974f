/** HTTP over plain sockets for the load generators: an HTTP client would cost more than what it measures. */

const bodyStart = Buffer.from('\r\n\r\n')
const contentLength = /\r\ncontent-length: (\d+)/i

/** A POST with a mobile page's headers, as Chrome sends them. */
export const pollRequest = (
  port: number,
  path: string,
  cookie: string | undefined,
  body: object = {},
): Buffer => {
  const json = JSON.stringify(body)
  return Buffer.from(
    [
      `POST ${path} HTTP/1.1`,
      `Host: localhost:${port}`,
      'Connection: keep-alive',
      `Content-Length: ${json.length}`,
      'sec-ch-ua-platform: "Android"',
      'User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'sec-ch-ua: "Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"',
      'Content-Type: application/json',
      'sec-ch-ua-mobile: ?1',
      'Accept: */*',
      `Origin: http://localhost:${port}`,
      'Sec-Fetch-Site: same-origin',
      'Sec-Fetch-Mode: cors',
      'Sec-Fetch-Dest: empty',
      `Referer: http://localhost:${port}/`,
      'Accept-Encoding: gzip, deflate, br, zstd',
      'Accept-Language: ja,en-US;q=0.9',
      ...(cookie ? [`Cookie: ${cookie}; cm_code=Organic; theme=dark`] : []),
      '',
      json,
    ].join('\r\n'),
  )
}

/** The length of the complete answer at the start of `bytes`; 0 while it isn't complete. */
export const answerLength = (bytes: Buffer): number => {
  const headEnd = bytes.indexOf(bodyStart)
  if (headEnd === -1) return 0
  const length = Number(contentLength.exec(bytes.toString('latin1', 0, headEnd))?.[1])
  if (Number.isNaN(length)) throw new Error('an answer without a length')
  const total = headEnd + bodyStart.length + length
  return bytes.length >= total ? total : 0
}

export const isGood = (answer: string): boolean =>
  answer.startsWith('HTTP/1.1 200 ') && answer.includes('"type":"success"')
