// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises'
import { beforeEach, expect, it, vi } from 'vitest'

const page = document as Document & { takeOver?: () => void }

/** Runs the script of the page itself. */
beforeEach(async () => {
  const template = await readFile('web/index.html', 'utf8')
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(template) ?? []
  document.body.innerHTML = '<button><b>開く</b></button><p>文</p>'
  new Function(script)()
})

it('repeats the last tap on a button once, and keeps none from then on', () => {
  document.querySelector('b')?.click()
  const pressed = vi.fn()
  document.querySelector('button')?.addEventListener('click', pressed)
  page.takeOver?.()
  expect(pressed).toHaveBeenCalledOnce()
  document.querySelector('b')?.click()
  page.takeOver?.()
  expect(pressed).toHaveBeenCalledTimes(2)
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
  const pressed = vi.fn()
  document.querySelector('button')?.click()
  document.querySelector('p')?.click()
  document.querySelector('button')?.addEventListener('click', pressed)
  page.takeOver?.()
  expect(pressed).not.toHaveBeenCalled()
})
