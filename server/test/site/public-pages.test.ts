import { beforeAll, describe, expect, it } from 'vitest'

import { makeOperator } from '@kundig/testing/people/operators'
import { toCookieHeader, type Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ withPages: true })
let base: string
beforeAll(async () => {
  base = app.url.replace('127.0.0.1', 'localhost')
})

interface Page {
  status: number
  headers: Headers
  html: string
}

async function get(path: string, headers: Record<string, string> = {}, person?: Person): Promise<Page> {
  const answer = await fetch(app.url + path, {
    headers: { ...(person && { cookie: toCookieHeader(person) }), ...headers },
  })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

function shown(html: string): string {
  return html.replace(/<script type="application\/json"[\s\S]*?<\/script>/u, '')
}

function linksOf(html: string): Record<string, string> {
  const links = Array.from(html.matchAll(/<link rel="(canonical|alternate)"(?: hreflang="([^"]+)")? href="([^"]+)">/gu))
  return Object.fromEntries(links.map(([, rel = '', language, href = '']) => [language ?? rel, href]))
}

describe('the landing page', () => {
  it('contains experts, the audience, and the page’s addresses in other languages', async () => {
    const person = await app.profiled({ full_name: 'Rendered Person', bio: 'Knows how a page arrives.' })
    const { status, headers, html } = await get('/')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('vary')).toContain('cookie')
    expect(shown(html)).toContain('Rendered Person')
    expect(shown(html)).toContain('Knows how a page arrives.')
    expect(shown(html)).toContain(`href="/profile/${person.id}"`)
    expect(html).toContain('<title>Ask someone who has done it before · Kundig</title>')
    expect(html).toMatch(/<meta name="description" content="Kundig is Dutch for skilled\./u)
    expect(html).toContain(`<meta property="og:url" content="${base}/">`)
    expect(html).toContain(`<meta property="og:image" content="${base}/og-image.png">`)
    expect((await fetch(`${app.url}/og-image.png`)).headers.get('content-type')).toBe('image/png')
    expect(linksOf(html)).toEqual({
      canonical: `${base}/`,
      en: `${base}/`,
      nl: `${base}/?lang=nl`,
      'x-default': `${base}/`,
    })
  })

  it('has the metadata for installation on a phone’s home screen', async () => {
    const { html } = await get('/')
    for (const [rel, path, type] of [
      ['manifest', '/manifest.webmanifest', 'application/manifest+json'],
      ['apple-touch-icon', '/apple-touch-icon.png', 'image/png'],
      ['alternate icon', '/favicon.png', 'image/png'],
    ] as const) {
      expect(html).toContain(`<link rel="${rel}" href="${path}"`)
      expect((await fetch(app.url + path)).headers.get('content-type')).toContain(type)
    }
    const manifest = (await (await fetch(`${app.url}/manifest.webmanifest`)).json()) as { icons: { src: string }[] }
    for (const { src } of manifest.icons) expect((await fetch(app.url + src)).status).toBe(200)
  })

  it('the installed application has the same id in every language', async () => {
    const manifestOf = async (path: string, headers: Record<string, string> = {}) => {
      const { html } = await get(path, headers)
      const href = /<link rel="manifest" href="(?<href>[^"]+)"/u.exec(html)?.groups?.['href'] ?? ''
      return (await (await fetch(app.url + href)).json()) as Record<string, unknown> & { shortcuts: { name: string }[] }
    }
    for (const path of ['/', '/dashboard']) {
      const [english, dutch] = [await manifestOf(path), await manifestOf(path, { cookie: 'language=nl' })]
      expect([english['lang'], dutch['lang']]).toEqual(['en', 'nl'])
      expect(dutch['id']).toBe(english['id'])
      expect(Object.keys(dutch)).toEqual(Object.keys(english))
      expect(dutch.shortcuts.map(({ name }) => name)).toEqual(['Chats', 'Verzoeken'])
    }
  })

  it('is shown instead of a missing page, with a notice, and is not indexed', async () => {
    for (const path of ['/bestaat-niet', '/help?q=x', '/no/such/page']) {
      const { status, html, headers } = await get(path, { accept: 'text/html' })
      expect([path, status]).toEqual([path, 404])
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(shown(html)).toContain('This page doesn’t exist.')
      expect(html).toContain('<meta name="robots" content="noindex">')
      expect(linksOf(html)).toEqual({})
    }
    expect((await get('/help', { accept: 'text/html', 'accept-language': 'nl' })).html).toContain(
      'Deze pagina bestaat niet.',
    )
    expect((await get('/')).html).not.toContain('This page doesn’t exist')
  })

  it('the landing page is filtered by the category or query in its address', async () => {
    await app.profiled({ full_name: 'Address Teacher', expertise: 'education' })
    await app.profiled({ full_name: 'Address Trader', expertise: 'sales-marketing' })
    const category = shown((await get('/?category=education')).html)
    expect(category).toContain('Address Teacher')
    expect(category).not.toContain('Address Trader')
    expect(linksOf(category)['canonical']).toBe(`${base}/?category=education`)
    const search = (await get('/?q=trader')).html
    expect(shown(search)).toContain('Address Trader')
    expect(shown(search)).not.toContain('Address Teacher')
    expect(search).toContain('<meta name="robots" content="noindex">')
    expect(linksOf(search)).toEqual({})
  })

  it.each(['/?q=%00', '/?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E', '/?category=nonsense', '/?lang=de', '/?q=a&q=b'])(
    'handles %s without failing',
    async (path) => {
      const { status, html } = await get(path)
      expect(status).toBe(200)
      expect(html).toContain('id="state"')
      expect(html).not.toContain('<script>alert')
    },
  )

  it.each([
    [{}, 'en', false],
    [{ 'accept-language': 'nl-BE,nl;q=0.9' }, 'nl', false],
    [{ 'accept-language': 'de-DE' }, 'en', false],
    [{ 'accept-language': 'nl', cookie: 'language=en; darkMode=true' }, 'en', true],
    [{ cookie: 'language=nl; darkMode=false' }, 'nl', false],
    [{ cookie: 'language=<b>; darkMode=<b>' }, 'en', false],
  ])('the first response has the requested language and theme: %j is %s, dark: %s', async (headers, language, dark) => {
    const { html } = await get('/', headers)
    expect(html).toContain(`<html lang="${language}"${dark ? ' class="dark"' : ''}>`)
    expect(html).toContain(language === 'nl' ? 'Vraag het iemand' : 'Ask someone')
  })

  it('omits the waiting list on each load while the list is closed', async () => {
    await app.sql(`UPDATE site_settings SET version = version + 1, stored = '{"waiting_list": {"is_on": false}}'`)
    await expect
      .poll(async () => (await get('/')).html, { timeout: 5000 })
      .toContain('<html lang="en" data-no-waiting-list')
    await app.sql(`UPDATE site_settings SET version = version + 1, stored = '{}'`)
    await expect.poll(async () => (await get('/')).html, { timeout: 5000 }).not.toContain('<html lang="en" data-no-')
  })

  it('the canonical address of the landing page keeps its language', async () => {
    const { html } = await get('/?lang=nl')
    expect(html).toContain('<html lang="nl">')
    expect(linksOf(html)['canonical']).toBe(`${base}/?lang=nl`)
  })

  it.each(['/?lang=nl', '/dashboard?lang=nl'])(
    '%s prefers the stored language to the language in the address',
    async (path) => {
      expect((await get(path, { cookie: 'language=en' })).html).toContain('<html lang="en"')
      expect((await get(path)).html).toContain('<html lang="nl"')
    },
  )

  it('keeps the language of an address for the visit, and ignores similar parameters', async () => {
    const { headers } = await get('/?lang=nl')
    expect(headers.getSetCookie()).toEqual(['visitLanguage=nl; Path=/; SameSite=Lax'])
    expect((await get('/', { cookie: 'visitLanguage=nl' })).html).toContain('<html lang="nl"')
    expect((await get('/', { cookie: 'visitLanguage=nl; language=en' })).html).toContain('<html lang="en"')
    for (const path of ['/?category=translation-languages', '/?q=language', '/?q=slang', '/?lang=de', '/?lang=']) {
      const page = await get(path, { 'accept-language': 'nl' })
      expect(page.headers.getSetCookie()).toEqual([])
      expect(page.html).toContain('<html lang="nl"')
    }
  })

  // spec 2.27
  it('for a logged-in person omits the person’s card, shows the session immediately, and is not cached', async () => {
    const person = await app.profiled({ full_name: 'Own Card' })
    expect(shown((await get('/?q=own%20card')).html)).toContain('Own Card')
    const { html, headers } = await get('/?q=own%20card', { 'accept-encoding': 'gzip, br' }, person)
    expect(shown(html)).not.toContain(`/profile/${person.id}`)
    expect(shown(html)).toContain('Log Out')
    expect(shown(html)).not.toContain('Log In')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('content-encoding')).toBe('gzip')
  })

  it.each(['/dashboard', '/dashboard?tab=requests', '/dashboard?tab=chats', '/account'])(
    '%s contains the viewer’s own data, and is not cached',
    async (path) => {
      const [reader, other] = await Promise.all([app.profiled({ full_name: 'Reader' }), app.profiled()])
      const own = await get(path, {}, reader)
      expect(own.headers.get('cache-control')).toBe('private, no-store')
      expect(shown(own.html)).toContain('Log Out')
      expect(own.html).toContain(reader.id)
      const others = await get(path, {}, other)
      expect(others.html).toContain(other.id)
      const visitor = await get(path)
      expect(visitor.html).not.toContain('Log Out')
      expect(visitor.html).not.toContain('id="state"')
    },
  )

  it('the dashboard shows experts immediately, without the viewer’s own card', async () => {
    const [reader, expert] = await Promise.all([app.profiled(), app.profiled({ full_name: 'Shown At Once' })])
    const { html } = await get('/dashboard', {}, reader)
    expect(shown(html)).toContain(`/profile/${expert.id}`)
    expect(shown(html)).not.toContain(`/profile/${reader.id}`)
  })

  it('the dashboard’s experts are filtered by the category in its address', async () => {
    const reader = await app.profiled()
    await app.profiled({ full_name: 'Dashboard Teacher', expertise: 'education' })
    await app.profiled({ full_name: 'Dashboard Trader', expertise: 'sales-marketing' })
    const html = shown((await get('/dashboard?category=education', {}, reader)).html)
    expect(html).toContain('Dashboard Teacher')
    expect(html).not.toContain('Dashboard Trader')
    expect(html).toContain('<option value="education" selected="">')
    expect(shown((await get('/dashboard?category=nonsense', {}, reader)).html)).toContain('Dashboard Trader')
  })

  it('a person without a profile is asked to complete the profile', async () => {
    const { html } = await get('/account', {}, await app.signUp())
    expect(shown(html)).toContain('Complete')
  })

  it('an operator without a profile is redirected from the dashboard to the operator pages', async () => {
    const operator = await makeOperator(app, 'owner', await app.signUp())
    const { status, headers } = await fetch(`${app.url}/dashboard`, {
      headers: { cookie: toCookieHeader(operator) },
      redirect: 'manual',
    })
    expect([status, headers.get('location')]).toEqual([302, '/operator'])
  })

  it('a pending request is shown only to its sender on the landing page and the profile page', async () => {
    const [asker, asked, other] = await Promise.all([
      app.profiled(),
      app.profiled({ full_name: 'Waited For' }),
      app.profiled(),
    ])
    const { id } = await app.request(asker, asked)
    const pages = ['/?q=waited%20for', `/profile/${asked.id}`]
    for (const path of pages) {
      expect(shown((await get(path, {}, asker)).html)).toContain('Request sent: Waited For')
      expect(shown((await get(path, {}, other)).html)).toContain('Send Request to Waited For')
      expect((await get(path)).html).not.toContain('Request sent')
    }
    await app.must(asked, 'POST', `/api/connection-requests/${id}/reject`)
    for (const path of pages) {
      expect(shown((await get(path, {}, asker)).html)).toContain('Send Request to Waited For')
    }
  })

  it('is compressed for visitors in an encoding that the browser accepts', async () => {
    expect((await get('/', { 'accept-encoding': 'gzip, br' })).headers.get('content-encoding')).toBe('br')
    expect((await get('/', { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe('gzip')
    expect((await get('/', { 'accept-encoding': 'br;q=0' })).headers.get('content-encoding')).toBe(null)
  })

  it('escapes every bio', async () => {
    await app.profiled({ full_name: 'Escape Artist', bio: 'placeholder' })
    const bio = `</script><script>alert(1)</script> "quoted" & $& $1 <!--`
    await app.sql('UPDATE profiles SET bio = $1 WHERE full_name = $2', [bio, 'Escape Artist'])
    const { html } = await get('/?q=escape%20artist')
    expect(html).not.toContain('<script>alert(1)')
    const state = /<script type="application\/json" id="state">([\s\S]*?)<\/script>/u.exec(html)?.[1] ?? ''
    const { page } = JSON.parse(state) as { page: { experts: { items: { bio: string }[] } } }
    expect(page.experts.items[0]?.bio).toBe(bio)
  })
})

describe('a profile page', () => {
  it('contains structured data about the person', async () => {
    const person = await app.profiled({
      full_name: 'Machine Readable',
      bio: 'First </script> line.\nSecond',
      expertise: 'education',
    })
    const { status, html } = await get(`/profile/${person.id}`)
    expect(status).toBe(200)
    expect(html).toContain('<title>Machine Readable · Kundig</title>')
    expect(shown(html)).toMatch(/<h1[^>]*>Machine Readable<\/h1>/u)
    expect(linksOf(html)).toMatchObject({
      canonical: `${base}/profile/${person.id}`,
      nl: `${base}/profile/${person.id}?lang=nl`,
    })
    expect(html).toContain('<meta property="og:type" content="profile">')
    const data = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/u.exec(html)?.[1] ?? ''
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'Person',
      name: 'Machine Readable',
      knowsAbout: 'Education',
      url: `${base}/profile/${person.id}`,
    })
    expect(html).not.toContain('email')
  })

  // spec 6.16
  it('of a private profile shows the profile only to its owner', async () => {
    const [hermit, stranger] = await Promise.all([
      app.profiled({ full_name: 'Quiet Hermit', bio: 'A hidden biography.', is_public: false }),
      app.profiled({ full_name: 'Curious Stranger' }),
    ])
    for (const person of [undefined, stranger]) {
      const page = await get(`/profile/${hermit.id}`, {}, person)
      expect(page.status).toBe(403)
      expect(shown(page.html)).toContain('Profile is not public')
      expect(page.html).not.toContain('Quiet Hermit')
      expect(page.html).not.toContain('A hidden biography.')
      expect(page.html).toContain('<meta name="robots" content="noindex">')
      expect(linksOf(page.html)).toEqual({})
    }
    const own = await get(`/profile/${hermit.id}`, {}, hermit)
    expect(own.status).toBe(200)
    expect(shown(own.html)).toContain('Quiet Hermit')
    expect(own.html).toContain('<meta name="robots" content="noindex">')
    expect(own.html).not.toContain('application/ld+json')
    expect((await get('/?q=hermit')).html).not.toContain('Quiet Hermit')
  })

  it.each(['01a1be7c-4eb7-720a-8f2b-000000000000', 'no-id', '%3Cb%3E'])(
    '%s is answered by a page with 404',
    async (id) => {
      const { status, html } = await get(`/profile/${id}`)
      expect(status).toBe(404)
      expect(shown(html)).toContain('Profile not found')
    },
  )
})

describe('for search engines', () => {
  it('robots.txt names the sitemap and excludes private pages', async () => {
    const { html, headers } = await get('/robots.txt')
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(html).toContain(`Sitemap: ${base}/sitemap.xml`)
    expect(html).toContain('Disallow: /api/')
  })

  it('the sitemap lists public profiles with their last change, and no private one', async () => {
    const [open, hermit] = await Promise.all([
      app.profiled({ full_name: 'Mapped Person' }),
      app.profiled({ full_name: 'Unmapped Person', is_public: false }),
    ])
    const index = (await get('/sitemap.xml')).html
    const parts = Array.from(index.matchAll(/<loc>([^<]+)<\/loc>/gu), ([, address = '']) => address.replace(base, ''))
    expect(parts[0]).toBe('/sitemaps/pages.xml')
    const all = (await Promise.all(parts.map(async (path) => (await get(path)).html))).join('')
    const [{ updated_at } = { updated_at: '' }] = await app.sql<{ updated_at: string }>(
      `SELECT to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS updated_at FROM profiles WHERE id = $1`,
      [open.id],
    )
    expect(all).toContain(`<loc>${base}/profile/${open.id}</loc><lastmod>${updated_at}</lastmod>`)
    expect(all).toContain(`<loc>${base}/?category=education</loc>`)
    expect(all).not.toContain(hermit.id)
    expect((await get('/sitemaps/profiles.xml?from=nonsense')).status).toBe(404)
  })
})

describe('when the server cannot render', () => {
  it('the application’s shell is served instead, without any error details', async () => {
    await app.sql('ALTER TABLE profiles RENAME TO profiles_away')
    try {
      const { status, html } = await get('/')
      expect(status).toBe(200)
      expect(html).toContain('<div id="root"></div>')
      expect(html).not.toContain('profiles_away')
    } finally {
      await app.sql('ALTER TABLE profiles_away RENAME TO profiles')
    }
  })
})
