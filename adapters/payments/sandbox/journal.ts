import { type FileHandle, mkdir, open } from 'node:fs/promises'
import path from 'node:path'

export interface Journal<Entry> {
  /** Appends; resolves when the entry is on the disk and was passed to `apply`. */
  append(entry: Entry): Promise<void>
  /** Passes what others appended since to `apply`. */
  refresh(): Promise<void>
  close(): Promise<void>
}

const readBytes = 65_536
const newline = 0x0a

/**
 * A file of JSON lines that are appended and never changed. Entries reach `apply` in the file's order and only from the
 * file, so what one process knows is what the next one will read. Each entry begins on its own line: an entry that a
 * crash cut off is skipped and damages no other. Entries that wait together share one write.
 */
export const openJournal = async <Entry>(
  file: string,
  apply: (entry: Entry) => void,
): Promise<Journal<Entry>> => {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(file, 'a+', 0o600)
  const readOn = createReader(handle, apply)
  await readOn()
  let waiting: string[] = []
  let round: Promise<void> | undefined
  let running: Promise<void> = Promise.resolve()

  const write = async () => {
    const lines = waiting
    waiting = []
    round = undefined
    if (lines.length > 0) {
      await handle.appendFile(lines.join(''))
      await handle.datasync()
    }
    await readOn()
  }
  const nextRound = (): Promise<void> => {
    if (!round) {
      round = running.then(write)
      running = round.catch(() => undefined)
    }
    return round
  }

  return {
    append: (entry) => {
      waiting.push(`\n${JSON.stringify(entry)}\n`)
      return nextRound()
    },
    refresh: nextRound,
    close: async () => {
      await running
      await handle.close()
    },
  }
}

/** Reads on from where it was, whole lines only. */
const createReader = <Entry>(handle: FileHandle, apply: (entry: Entry) => void) => {
  let position = 0
  let rest: Buffer = Buffer.alloc(0)
  return async (): Promise<void> => {
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(readBytes), 0, readBytes, position)
      if (bytesRead === 0) return
      position += bytesRead
      const text = Buffer.concat([rest, buffer.subarray(0, bytesRead)])
      const end = text.lastIndexOf(newline) + 1
      rest = text.subarray(end)
      for (const line of text.subarray(0, end).toString('utf8').split('\n')) {
        const entry = entryOf<Entry>(line)
        if (entry !== undefined) apply(entry)
      }
    }
  }
}

const entryOf = <Entry>(line: string): Entry | undefined => {
  try {
    return line === '' ? undefined : (JSON.parse(line) as Entry)
  } catch {
    return undefined
  }
}
