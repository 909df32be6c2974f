/** product.md 3.27: the broadcaster's camera may be off for so long before the call costs what a voice call costs. */
const cameraOffGraceMs = 10_000
/** product.md 3.27: after that the picture has to be there for a whole increment before it is charged again. */
const pictureReturnMs = 6_000
/** A minute of picture restores the whole grace. Less would let a camera that is mostly off count as one that is on. */
const restoredShare = 1 / 6

/**
 * Says whether the next increment of a video call is charged as video (`counts`), from reports of whether the
 * broadcaster's picture is there. Pure: instants are milliseconds of one monotonic clock.
 *
 * The grace is one sum that picture restores slowly, and the way back takes as long as the increment that it may
 * bring. So a camera that goes on and off is never charged as video for longer than it was on, but for that grace.
 */
export class PictureGrace {
  #leftMs = cameraOffGraceMs
  /** Before the first picture there is no grace: nothing was interrupted. */
  #counts = false
  #hadPicture = false
  /** What was seen last; null while nothing can be said. */
  #seen: { at: number; hasPicture: boolean } | null = null
  #pictureSince: number | null = null

  get counts(): boolean {
    return this.#counts
  }

  /** @param hasPicture null while the broadcaster's connection is lost: that is no camera that was switched off */
  see(now: number, hasPicture: boolean | null): void {
    this.#account(now)
    this.#seen = hasPicture === null ? null : { at: now, hasPicture }
    if (!hasPicture) {
      this.#pictureSince = null
      return
    }
    this.#pictureSince ??= now
    if (!this.#hadPicture || now - this.#pictureSince >= pictureReturnMs) this.#counts = true
    this.#hadPicture = true
  }

  #account(now: number): void {
    if (!this.#seen) return
    const passedMs = Math.max(0, now - this.#seen.at)
    this.#leftMs = this.#seen.hasPicture
      ? Math.min(cameraOffGraceMs, this.#leftMs + passedMs * restoredShare)
      : Math.max(0, this.#leftMs - passedMs)
    if (!this.#seen.hasPicture && this.#leftMs === 0) this.#counts = false
  }
}
