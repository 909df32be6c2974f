/** The reference of `poll`: the least code that parses a JSON POST and answers JSON on `node:http`, in its own process. */
import { createServer } from 'node:http'
import { answerCpuQuestions } from './poll-cpu.ts'

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString())
    const body = '{"type":"success","point":1200}'
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  answerCpuQuestions(async () => server.closeAllConnections())
  process.send?.({ port: address.port, cookies: [] })
})
