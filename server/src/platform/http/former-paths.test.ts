import { describe, expect, it } from 'vitest'

import { createPathUpgrade, describeFormerPaths } from './former-paths.ts'

const upgrade = createPathUpgrade('/api', { '/old': '/new', '/things/{id}/old': '/items/{id}/new' })

describe('former paths', () => {
  it.each([
    ['/api/old', '/api/new'],
    ['/api/old?cursor=a', '/api/new?cursor=a'],
    ['/api/things/7%2F/old?x=/api/old', '/api/items/7%2F/new?x=/api/old'],
    ['/api/older', '/api/older'],
    ['/api/old/more', '/api/old/more'],
    ['/api/things/7/8/old', '/api/things/7/8/old'],
    ['/rpc/old', '/rpc/old'],
  ])('replaces %s by %s', (url, expected) => {
    expect(upgrade(new URL(url, 'http://localhost')).href).toBe(`http://localhost${expected}`)
  })

  it('former paths are deprecated in the API document, each with its own operation id', () => {
    const described = describeFormerPaths(
      { '/new': { get: { operationId: 'a.b', responses: {} } } },
      { '/old': '/new' },
    )
    expect(described['/new']?.get).toEqual({ operationId: 'a.b', responses: {} })
    expect(described['/old']?.get).toEqual({ operationId: 'a.b.get.former', responses: {}, deprecated: true })
  })
})
