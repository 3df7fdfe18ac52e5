import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { SHEETS_FOLDER } from './contact-sheet.ts'
import { SCREENS_FOLDER } from './screen-looks.ts'

const PICTURE = /^(?<screen>.+)\.(?<look>\d+\.(?:light|dark)\.(?:en|nl))\.png$/u

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif }
  body { margin: 0; display: grid; grid-template-columns: 17rem 1fr; height: 100vh }
  nav { overflow: auto; padding: 1rem }
  nav a { display: block; padding: 2px 8px; color: inherit; text-decoration: none }
  nav a[aria-current] { background: #7d295d; color: #fff; border-radius: 4px }
  main { overflow: auto; padding: 1rem }
  main img { display: block; max-width: 100%; margin-top: 1rem }
  #looks a { margin-right: 1rem }
`

/** Shows the screen that the address names; the arrow keys lead to the next and the previous one. */
const SCRIPT = `
  const links = [...document.querySelectorAll('nav a')]
  const named = () => Math.max(0, links.findIndex((link) => link.hash === location.hash))
  function show() {
    const link = links[named()]
    if (!link) return
    for (const other of links) other.toggleAttribute('aria-current', other === link)
    link.scrollIntoView({ block: 'nearest' })
    const screen = link.textContent
    document.getElementById('title').textContent = screen
    document.getElementById('sheet').src = 'sheets/' + screen + '.png'
    document.getElementById('sheet').alt = screen
    document.getElementById('looks').replaceChildren(...link.dataset.looks.split(' ').map((look) => {
      const picture = document.createElement('a')
      picture.href = screen + '.' + look + '.png'
      picture.textContent = look
      return picture
    }))
  }
  addEventListener('hashchange', show)
  addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
    const next = step && links[named() + step]
    if (next) location.hash = next.hash
  })
  show()
`

/** Writes `index.html` beside the pictures that are there: all of them, whenever they were made. */
export async function writeGallery(): Promise<void> {
  await mkdir(SHEETS_FOLDER, { recursive: true })
  const looks = new Map<string, string[]>()
  for (const file of (await readdir(SCREENS_FOLDER)).toSorted()) {
    const { screen, look } = PICTURE.exec(file)?.groups ?? {}
    if (screen !== undefined && look !== undefined) looks.set(screen, [...(looks.get(screen) ?? []), look])
  }
  const links = Array.from(looks, ([screen, of]) => `<a href="#${screen}" data-looks="${of.join(' ')}">${screen}</a>`)
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Kundig: ${looks.size} screens</title>
<style>${STYLE}</style>
<nav aria-label="Screens">${links.join('\n')}</nav>
<main><h1 id="title"></h1><p id="looks"></p><img id="sheet" alt=""></main>
<script>${SCRIPT}</script>
</html>
`
  await writeFile(join(SCREENS_FOLDER, 'index.html'), html)
}
