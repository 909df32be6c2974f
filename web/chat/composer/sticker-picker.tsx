import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { type Sticker, stickerName, stickerSets } from '#domain/chat/stickers.ts'
import { localStore } from '#web/shell/local-store.ts'
import { points } from '#web/text/format.ts'
import { stickerUrl } from '#web/ui/person/images.ts'
import { readRecentStickers, rememberRecentSticker } from './recent-stickers.ts'
import styles from './sticker-picker.module.css'

interface Shelf {
  id: string
  name: string
  stickers: readonly Pick<Sticker, 'id' | 'name'>[]
}

/** The sets, and before them the recently used stickers, if there are any. */
const shelvesNow = (): readonly Shelf[] => {
  const recent = readRecentStickers(localStore).map((id) => ({ id, name: stickerName(id) }))
  return recent.length === 0
    ? stickerSets
    : [{ id: 'recent', name: '最近', stickers: recent }, ...stickerSets]
}

const stepOfKey: Record<string, (from: number, count: number) => number> = {
  ArrowLeft: (from, count) => (from + count - 1) % count,
  ArrowRight: (from, count) => (from + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** The panel below the composer. One press sends; the stickers stay where they are while it is open. */
export const StickerPicker = ({
  pricePoints,
  onPick,
}: {
  /** Points a sticker costs its sender; 0 is free. */
  pricePoints: number
  onPick: (stickerId: string) => void
}) => {
  const id = useId()
  const [shelves] = useState(shelvesNow)
  const [open, setOpen] = useState(0)
  const tabs = useRef<HTMLDivElement>(null)
  const shelf = shelves[open]
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepOfKey[event.key]?.(open, shelves.length)
    if (next === undefined) return
    event.preventDefault()
    setOpen(next)
    tabs.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  const pick = (stickerId: string) => {
    rememberRecentSticker(localStore, stickerId)
    onPick(stickerId)
  }
  return (
    <section className={styles.picker} aria-label="スタンプ">
      {pricePoints > 0 ? (
        <p className={styles.price}>タップするとすぐに送信され、{points(pricePoints)}かかります。</p>
      ) : null}
      <div
        ref={tabs}
        className={styles.tabs}
        role="tablist"
        aria-label="スタンプの種類"
        onKeyDown={onKeyDown}
      >
        {shelves.map(({ id: shelfId, name }, index) => (
          <button
            key={shelfId}
            type="button"
            role="tab"
            id={`${id}-${shelfId}`}
            aria-selected={index === open}
            aria-controls={`${id}-panel`}
            tabIndex={index === open ? 0 : -1}
            className={styles.tab}
            onClick={() => setOpen(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        key={shelf?.id}
        className={styles.panel}
        role="tabpanel"
        aria-labelledby={`${id}-${shelf?.id}`}
      >
        <ul className={styles.grid}>
          {shelf?.stickers.map((sticker) => (
            <li key={sticker.id}>
              <button type="button" className={styles.sticker} onClick={() => pick(sticker.id)}>
                <img
                  src={stickerUrl(sticker.id)}
                  alt={sticker.name}
                  width={72}
                  height={72}
                  loading="lazy"
                  decoding="async"
                  draggable={false}
                />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
