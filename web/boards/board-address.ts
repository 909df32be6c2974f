import { type BoardOrder, boardOrders } from '#contract/boards/boards.ts'

/** What a list of threads shows; it is part of the address, so that the back button works. */
export interface BoardFilters {
  /** Null: every category. */
  category: string | null
  words: string
  order: BoardOrder
  /** 自分のスレッド: opened by the viewer or subscribed to. */
  isMine: boolean
}

const isOrder = (value: string | null): value is BoardOrder => boardOrders.some((order) => order === value)

export const readBoardAddress = (params: URLSearchParams): BoardFilters => {
  const order = params.get('order')
  return {
    category: params.get('category') || null,
    words: (params.get('words') ?? '').slice(0, 100),
    order: isOrder(order) ? order : 'active',
    isMine: params.get('mine') === '1',
  }
}

/** What is as usual is left out. */
export const writeBoardAddress = ({ category, words, order, isMine }: BoardFilters): URLSearchParams =>
  new URLSearchParams([
    ...(category === null ? [] : [['category', category]]),
    ...(words === '' ? [] : [['words', words]]),
    ...(order === 'active' ? [] : [['order', order]]),
    ...(isMine ? [['mine', '1']] : []),
  ])
