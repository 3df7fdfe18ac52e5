import type { OpenAPI } from '@orpc/contract'

/** Former path → present path, both below `/api`, with parameters in braces. */
type FormerPaths = Readonly<Record<string, string>>

/** Returns a function that changes a URL with a former path to the present path. */
export function createPathUpgrade(prefix: string, formerPaths: FormerPaths): (url: URL) => URL {
  const upgrades = Object.entries(formerPaths).map(([former, present]) => ({
    pattern: new RegExp(`^${prefix}${former.replaceAll(/\{(\w+)\}/gu, '(?<$1>[^/]+)')}$`, 'u'),
    present: prefix + present.replaceAll(/\{(\w+)\}/gu, '$<$1>'),
  }))
  return (url) => {
    const upgrade = upgrades.find(({ pattern }) => pattern.test(url.pathname))
    return upgrade ? new URL(url.pathname.replace(upgrade.pattern, upgrade.present) + url.search, url) : url
  }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Returns the paths of an API document with their former ones, each marked deprecated. */
export function describeFormerPaths(paths: OpenAPI.PathsObject, formerPaths: FormerPaths): OpenAPI.PathsObject {
  const former = Object.entries(formerPaths).map(([path, present]) => {
    const operations = METHODS.flatMap((method) => {
      const operation = paths[present]?.[method]
      const operationId = `${operation?.operationId}.${method}.former`
      return operation ? [[method, { ...operation, operationId, deprecated: true }]] : []
    })
    return [path, Object.fromEntries(operations)]
  })
  return { ...paths, ...Object.fromEntries(former) }
}
