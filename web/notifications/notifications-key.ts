export const noticesKey = ['notices'] as const
export const newestNotificationsKey = [...noticesKey, 'newest'] as const
export const notificationPagesKey = [...noticesKey, 'pages'] as const
