/** Specification 9: 80 pieces. */
const pieces = 80
const layerLifeMs = 4_000

/**
 * Confetti above everything, modal dialogs too: its canvas joins the top layer as a popover. Nothing moves,
 * and nothing is loaded, for users who asked for reduced motion.
 */
export const throwConfetti = async (): Promise<void> => {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const canvas = document.createElement('canvas')
  try {
    const { create } = (await import('canvas-confetti')).default
    canvas.popover = 'manual'
    canvas.ariaHidden = 'true'
    canvas.style.cssText =
      'position:fixed;inset:0;width:100vw;height:100dvh;max-width:none;max-height:none;margin:0;padding:0;border:0;background:none;pointer-events:none'
    document.body.append(canvas)
    canvas.showPopover?.()
    const fire = create(canvas, { resize: true, disableForReducedMotion: true })
    const colors = ['#e8a24c', '#c8324a', '#ff8a80', '#6fd6a7', '#8e7db8']
    void fire({ particleCount: pieces, spread: 80, startVelocity: 38, origin: { y: 0.62 }, colors })
    setTimeout(() => canvas.remove(), layerLifeMs)
  } catch {
    // Failing confetti is no error.
    canvas.remove()
  }
}
