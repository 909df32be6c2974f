const loading = new Map<string, Promise<void>>()

/** Loads a payment service's own script once; a failed load is tried again the next time. */
export const loadScript = (address: string): Promise<void> => {
  const known = loading.get(address)
  if (known) return known
  const load = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      loading.delete(address)
      reject(new Error(`${address} was not loaded`))
    }
    document.head.append(script)
  })
  loading.set(address, load)
  return load
}
