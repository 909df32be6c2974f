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

it('repeats nothing where something else was tapped last', () => {
  const pressed = vi.fn()
  document.querySelector('button')?.click()
  document.querySelector('p')?.click()
  document.querySelector('button')?.addEventListener('click', pressed)
  page.takeOver?.()
  expect(pressed).not.toHaveBeenCalled()
})
