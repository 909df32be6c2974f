import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { renderVariant, type Variant } from './render.ts'

/** Pictures being made at once in this process. */
const workersMax = 2

/** Lets at most `max` pieces of work run at once; the others wait in order. */
const createGate = (max: number) => {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Reads a file; null when there is none. */
const readIfThere = async (file: string): Promise<Buffer | null> => {
  try {
    return await readFile(file)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export interface Variants {
  /** A variant of an original below the image folder; null when the original's file is gone. */
  read(image: { id: string; path: string }, variant: Variant): Promise<Buffer | null>
}

export const variantName = (imageId: string, variant: Variant): string =>
  `${imageId}-${variant.size}-${variant.quality}.${variant.format}`

/** Variants are made once and kept below `DATA_DIR/cache/images`; the folder may be emptied at any time. */
export const createVariants = (dataDir: string, render = renderVariant): Variants => {
  const originals = path.join(dataDir, 'images')
  const cache = path.join(dataDir, 'cache', 'images')
  const gate = createGate(workersMax)
  const inFlight = new Map<string, Promise<Buffer | null>>()

  const make = async (image: { path: string }, variant: Variant, name: string): Promise<Buffer | null> => {
    const kept = await readIfThere(path.join(cache, name))
    if (kept) return kept
    const original = await readIfThere(path.join(originals, path.basename(image.path)))
    if (!original) return null
    const made = await gate(() => render(original, variant))
    await mkdir(cache, { recursive: true })
    // Another process may be making the same one: a rename is whole or not at all.
    const draft = path.join(cache, `${name}.${randomUUID()}.draft`)
    await writeFile(draft, made)
    await rename(draft, path.join(cache, name))
    return made
  }

  return {
    read: (image, variant) => {
      const name = variantName(image.id, variant)
      const running = inFlight.get(name)
      if (running) return running
      const making = make(image, variant, name).finally(() => inFlight.delete(name))
      inFlight.set(name, making)
      return making
    },
  }
}
