import type { Role } from '#contract/account/account.ts'

export const roleText: Record<Role, string> = {
  caller: '会員',
  broadcaster: '配信者',
  operator: '運営',
  closed: '退会',
}
