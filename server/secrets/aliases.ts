import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const algorithm = 'aes-256-ecb'
const blockBytes = 16
const idForm = /^\d{1,12}$/

export interface Aliases {
  of(memberId: string): string
  /** Null for anything that is not an alias of this scope. */
  memberOf(alias: string): string | null
}

/** Scopes whose keys are kept: a busy live room is read many times a second. */
const scopesMax = 1_000
const keptBySecret = new WeakMap<Buffer, LRUCache<string, Aliases>>()

/**
 * Names for members that hold within one scope alone: two scopes can't be compared, and without the secret no alias
 * leads to its member. An alias is the member's id as one encrypted block under a key of the scope, so it needs no table.
 * The rest of the block is zeros, which an invented alias does not decrypt to.
 */
export const aliasesIn = (secret: Buffer, scope: string): Aliases => {
  let kept = keptBySecret.get(secret)
  if (!kept) {
    kept = new LRUCache({ max: scopesMax, memoMethod: (name) => createAliases(secret, name) })
    keptBySecret.set(secret, kept)
  }
  return kept.memo(scope)
}

const createAliases = (secret: Buffer, scope: string): Aliases => {
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `alias:${scope}`, 32))
  const of = (memberId: string): string => {
    const block = Buffer.alloc(blockBytes)
    block.write(memberId, 'latin1')
    return createCipheriv(algorithm, key, null).setAutoPadding(false).update(block).toString('base64url')
  }
  return {
    of,
    memberOf: (alias) => {
      const block = Buffer.from(alias, 'base64url')
      if (block.length !== blockBytes) return null
      const plain = createDecipheriv(algorithm, key, null).setAutoPadding(false).update(block)
      const [memberId = ''] = plain.toString('latin1').split('\0')
      return idForm.test(memberId) && of(memberId) === alias ? memberId : null
    },
  }
}
