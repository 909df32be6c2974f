/** Opus in Ogg (RFC 3533, RFC 7845): pages with a lacing table; packets may run over pages. */

const pageHeaderBytes = 27
const unfinishedLacing = 255

function packets(file: Buffer): Buffer[] {
  const found: Buffer[] = []
  let pieces: Buffer[] = []
  let offset = 0
  while (offset + pageHeaderBytes <= file.length) {
    if (file.toString('latin1', offset, offset + 4) !== 'OggS') throw new Error('not an Ogg page')
    const tableStart = offset + pageHeaderBytes
    let body = tableStart + file.readUInt8(offset + 26)
    for (const lacing of file.subarray(tableStart, body)) {
      pieces.push(file.subarray(body, body + lacing))
      body += lacing
      if (lacing === unfinishedLacing) continue
      found.push(Buffer.concat(pieces))
      pieces = []
    }
    if (body > file.length) throw new Error('an Ogg page is cut off')
    offset = body
  }
  return found
}

/** The sound packets of a file without its two header packets; our clips have 20 ms in each. */
export function parseOggOpus(file: Buffer): readonly Buffer[] {
  const [head, tags, ...sound] = packets(file)
  if (head?.toString('latin1', 0, 8) !== 'OpusHead' || tags?.toString('latin1', 0, 8) !== 'OpusTags') {
    throw new Error('not Ogg Opus')
  }
  return sound
}
