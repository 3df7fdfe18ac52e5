import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Fake browser history that moves asynchronously and then fires `popstate`. */
class FakeHistory {
  private readonly entries: { state: unknown; url: string }[] = [{ state: null, url: 'http://kundig.test/start' }]
  private index = 0

  get state(): unknown {
    return this.entries[this.index]?.state
  }

  get url(): string {
    return this.entries[this.index]?.url ?? ''
  }

  pushState(state: unknown, _title: string, url?: string): void {
    this.entries.length = this.index + 1
    this.entries.push({ state, url: new URL(url ?? this.url, this.url).href })
    this.index++
  }

  replaceState(state: unknown, _title: string, url?: string): void {
    this.entries[this.index] = { state, url: new URL(url ?? this.url, this.url).href }
  }

  go(steps: number): void {
    setTimeout(() => {
      if (this.entries[this.index + steps] === undefined) return
      this.index += steps
      dispatchEvent(new Event('popstate'))
    })
  }

  back(): void {
    this.go(-1)
  }
}

async function openTab() {
  const history = new FakeHistory()
  const target = new EventTarget()
  vi.stubGlobal('window', target)
  vi.stubGlobal('dispatchEvent', (event: Event) => target.dispatchEvent(event))
  vi.stubGlobal('History', FakeHistory)
  vi.stubGlobal('history', history)
  vi.stubGlobal('location', {
    get href() {
      return history.url
    },
  })
  const heard: string[] = []
  const { registerLayer, startLayerHistory } = await import('./layers.ts')
  startLayerHistory()
  // Added after `startLayerHistory`, because Node calls listeners in order of addition, without a capture phase.
  target.addEventListener('popstate', () => heard.push(history.url))
  const layers: { name: number; close: () => void }[] = []
  let made = 0
  const open = (stays = false): void => {
    const name = made++
    const closed = registerLayer(() => {
      if (!stays) shut(name)
    })
    layers.push({ name, close: closed })
  }
  const shut = (name: number): void => {
    const index = layers.findIndex((layer) => layer.name === name)
    layers.splice(index, 1)[0]?.close()
  }
  return {
    history,
    heard,
    layers,
    open,
    closeTop: () => layers.length > 0 && shut(layers.at(-1)?.name ?? 0),
    goTo: (url: string, how: 'pushState' | 'replaceState') => {
      history[how]({ router: url }, '', url)
      for (const { name } of layers.toReversed()) shut(name)
    },
    settle: async () => {
      for (let turn = 0; turn < 6; turn++) await new Promise((resolve) => setTimeout(resolve))
    },
  }
}

test('Back closes open layers one at a time, from the top, before it leaves the page', async () => {
  const step = fc.constantFrom('open', 'close', 'push', 'replace', 'back')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      vi.resetModules()
      const tab = await openTab()
      const pages = ['http://kundig.test/start']
      let made = 0
      for (const taken of steps) {
        const before = tab.layers.length
        const closesLayer = taken === 'back' && before > 0
        const staysOnPage = taken === 'back' && (before > 0 || pages.length === 1)
        tab.heard.length = 0
        if (taken === 'open') tab.open()
        else if (taken === 'close') tab.closeTop()
        else if (taken === 'push') {
          pages.push(`http://kundig.test/${++made}`)
          tab.goTo(pages.at(-1) ?? '', 'pushState')
        } else if (taken === 'replace') {
          pages[pages.length - 1] = `http://kundig.test/${++made}`
          tab.goTo(pages.at(-1) ?? '', 'replaceState')
        } else tab.history.back()
        await tab.settle()
        if (taken === 'back' && !staysOnPage) pages.pop()
        // Back closes one layer at a time, without an event for the router.
        expect(tab.layers.length === before - 1 || !closesLayer).toBe(true)
        expect(staysOnPage ? tab.heard : []).toEqual([])
        expect(tab.history.url).toBe(pages.at(-1))
      }
    }),
    { numRuns: 60 },
  )
})

test('a layer that stays open keeps its history entry', async () => {
  const tab = await openTab()
  tab.history.pushState(null, '', '/room')
  tab.open(true)
  for (let turn = 0; turn < 3; turn++) {
    tab.history.back()
    await tab.settle()
    expect(tab.layers).toHaveLength(1)
    expect(tab.history.url).toBe('http://kundig.test/room')
  }
  expect(tab.heard).toEqual([])
})

test('Forward to a closed layer opens nothing and does not notify the router', async () => {
  const tab = await openTab()
  tab.open()
  tab.history.back()
  await tab.settle()
  tab.history.go(1)
  await tab.settle()
  expect(tab.layers).toHaveLength(0)
  expect(tab.heard).toEqual([])
})

test('open layers stay open when the reader chooses to stay on the page', async () => {
  const tab = await openTab()
  tab.history.pushState(null, '', '/room')
  tab.open(true)
  // Goes back past the layer and the page. The router then asks the person whether to leave, and goes forward again.
  tab.history.go(-2)
  await tab.settle()
  expect(tab.heard).toEqual(['http://kundig.test/start'])
  tab.history.go(1)
  await tab.settle()
  tab.history.back()
  await tab.settle()
  expect(tab.history.url).toBe('http://kundig.test/room')
  expect(tab.layers).toHaveLength(1)
})
