import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Pictures and sounds are compressed as they are; the page's template is filled in per request. */
const compressible = '**/*.{js,css,svg,json,webmanifest,txt}'
/** Below this a compressed copy saves no packet. */
const worthwhileBytes = 1024

/** Writes `x.js.br` and `x.js.gz` beside each file of a folder that becomes smaller by it. Hidden folders stay as they are. */
export async function compressFiles(folder: string): Promise<void> {
  const files: string[] = []
  for await (const name of glob(compressible, { cwd: folder })) if (!isHidden(name)) files.push(name)
  await Promise.all(files.map((name) => compressFile(join(folder, name))))
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < worthwhileBytes) return
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  }
  const copies = [
    { ending: 'br', bytes: await brotli(content, options) },
    { ending: 'gz', bytes: await zip(content, { level: constants.Z_BEST_COMPRESSION }) },
  ]
  for (const { ending, bytes } of copies)
    if (bytes.length < content.length) await writeFile(`${file}.${ending}`, bytes)
}

function isHidden(name: string): boolean {
  return name.split(/[\\/]/).some((part) => part.startsWith('.'))
}
