import { randomInt } from 'node:crypto'
import { nicknames } from '#domain/account/nicknames.ts'

/** For whom nothing can be called by. */
export const randomNickname = (): string => nicknames[randomInt(nicknames.length)] ?? nicknames[0]
