const noticesKey = ['notices'] as const
export const newestNoticesKey = [...noticesKey, 'newest'] as const
export const noticePagesKey = [...noticesKey, 'pages'] as const
