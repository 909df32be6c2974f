// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const page = document as Document & { takeOver?: () => void }

const button = (): HTMLButtonElement => {
  const found = document.querySelector('button')
  if (!found) throw new Error('the page has no button')
  return found
}
/** As React does with an element that it takes over. */
const takeOverButton = () => Object.assign(button(), { __reactProps$1: {} })
/** Counts what the button's own code would be called for. */
const countPresses = () => {
  const pressed = vi.fn()
  button().addEventListener('click', () => {
    if (Object.keys(button()).includes('__reactProps$1')) pressed()
  })
  return pressed
}

let opened: AbortController

/** Runs the script of the page itself, whose listeners end with the test. */
beforeEach(async () => {
  vi.useFakeTimers()
  const template = await readFile('web/index.html', 'utf8')
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(template) ?? []
  document.body.innerHTML = '<button><b>開く</b></button><p>文</p>'
  opened = new AbortController()
  const { signal } = opened
  new Function('addEventListener', script)((type: string, listener: EventListener, capture = false) =>
    window.addEventListener(type, listener, { capture, signal }),
  )
})
afterEach(() => {
  opened.abort()
  vi.useRealTimers()
})

it('repeats the last tap on a button once when the page is taken over', () => {
  const pressed = countPresses()
  document.querySelector('b')?.click()
  takeOverButton()
  page.takeOver?.()
  vi.advanceTimersByTime(1_000)
  expect(pressed).toHaveBeenCalledOnce()
  document.querySelector('b')?.click()
  vi.advanceTimersByTime(1_000)
  expect(pressed).toHaveBeenCalledTimes(2)
})

it.each(['before', 'after'])('repeats a tap %s that once its part is taken over, which is later', (when) => {
  const pressed = countPresses()
  if (when === 'before') button().click()
  page.takeOver?.()
  if (when === 'after') button().click()
  vi.advanceTimersByTime(1_000)
  expect(pressed).not.toHaveBeenCalled()
  takeOverButton()
  vi.advanceTimersByTime(1_000)
  expect(pressed).toHaveBeenCalledOnce()
})

/** What React does on the way of the next tap. */
const duringNextTap = (react: (event: Event) => void) =>
  document.addEventListener('click', react, { capture: true, once: true })

it('repeats a tap that React stops, because the code of its part is not there', () => {
  const pressed = countPresses()
  page.takeOver?.()
  duringNextTap((event) => event.stopPropagation())
  button().click()
  vi.advanceTimersByTime(100)
  takeOverButton()
  vi.advanceTimersByTime(1_000)
  expect(pressed).toHaveBeenCalledOnce()
})

it('repeats no tap for which React takes its part over at once', () => {
  const pressed = countPresses()
  page.takeOver?.()
  duringNextTap(takeOverButton)
  button().click()
  vi.advanceTimersByTime(1_000)
  expect(pressed).toHaveBeenCalledOnce()
})

it('repeats no tap of more than ten seconds ago', () => {
  const pressed = countPresses()
  button().click()
  vi.advanceTimersByTime(9_000)
  page.takeOver?.()
  vi.advanceTimersByTime(9_000)
  takeOverButton()
  vi.advanceTimersByTime(1_000)
  expect(pressed).not.toHaveBeenCalled()
})

it('repeats no tap on a button that is gone', () => {
  const pressed = countPresses()
  const gone = button()
  gone.click()
  page.takeOver?.()
  takeOverButton()
  gone.remove()
  vi.advanceTimersByTime(1_000)
  expect(pressed).not.toHaveBeenCalled()
})

it.each([
  ['the only one of its name', '<button><b>開く</b></button>', 1],
  ['one of two of its name', '<button><b>開く</b></button><button>開く</button>', 0],
  [
    'one of two of its name in entries',
    '<article><button>開く</button></article><li><button>開く</button></li>',
    0,
  ],
  ['another one', '<button>閉じる</button>', 0],
])('repeats a tap on a button that is drawn anew if it is %s', (_which, markup, presses) => {
  page.takeOver?.()
  button().click()
  document.body.innerHTML = '<p>読み込み中</p>'
  vi.advanceTimersByTime(1_000)
  document.body.innerHTML = markup
  const pressed = countPresses()
  takeOverButton()
  vi.advanceTimersByTime(1_000)
  expect(pressed).toHaveBeenCalledTimes(presses)
})

it.each([
  ['has the same text', '一つ目', 1],
  ['has another text', '三つ目', 0],
])('repeats a tap in an entry of a list that is drawn anew and %s', (_how, entry, presses) => {
  page.takeOver?.()
  const named = '<button>開く</button>'
  document.body.innerHTML = `<article>一つ目${named}</article><article>二つ目${named}</article>`
  button().click()
  document.body.innerHTML = `<article>${entry}${named}</article><article>二つ目${named}</article>`
  const pressed = countPresses()
  takeOverButton()
  vi.advanceTimersByTime(1_000)
  expect(pressed).toHaveBeenCalledTimes(presses)
})

it('repeats no tap on another page, whose button has the same name', () => {
  page.takeOver?.()
  button().click()
  const before = location.pathname
  history.replaceState(null, '', '/another-page')
  document.body.innerHTML = '<button><b>開く</b></button>'
  const pressed = countPresses()
  takeOverButton()
  vi.advanceTimersByTime(1_000)
  expect(pressed).not.toHaveBeenCalled()
  history.replaceState(null, '', before)
})

it('sends no form until the scripts are there', () => {
  document.body.innerHTML = '<form></form><link data-entry>'
  const isSent = () =>
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  expect(isSent()).toBe(false)
  page.takeOver?.()
  expect(isSent()).toBe(true)
})

it('lets a page that has no such markup send its forms', () => {
  document.body.innerHTML = '<form></form>'
  const sent = new Event('submit', { bubbles: true, cancelable: true })
  expect(document.querySelector('form')?.dispatchEvent(sent)).toBe(true)
})

it('repeats nothing where something else was tapped last', () => {
  const pressed = countPresses()
  button().click()
  document.querySelector('p')?.click()
  page.takeOver?.()
  takeOverButton()
  vi.advanceTimersByTime(1_000)
  expect(pressed).not.toHaveBeenCalled()
})
