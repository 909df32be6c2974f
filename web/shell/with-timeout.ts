/** The promise's value, or null after `ms`; a later value is ignored. */
export const withTimeout = async <Value>(ms: number, promise: Promise<Value>): Promise<Value | null> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
