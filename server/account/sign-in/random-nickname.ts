import { randomInt } from 'node:crypto'
import { nicknames } from '#domain/account/nicknames.ts'

/** For a registration without a usable name. */
export const randomNickname = (): string => nicknames[randomInt(nicknames.length)] ?? nicknames[0]
