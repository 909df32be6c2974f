import { noticesKey } from '#web/shell/query-keys.ts'

export const newestNotificationsKey = [...noticesKey, 'newest'] as const
export const notificationPagesKey = [...noticesKey, 'pages'] as const
