import type { OpenAPI } from '@orpc/contract'

/** Map from former to present paths below `/api`, with parameters in braces. */
type FormerPaths = Readonly<Record<string, string>>

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

export function describeFormerPaths(paths: OpenAPI.PathsObject, formerPaths: FormerPaths): OpenAPI.PathsObject {
  const described = { ...paths }
  for (const [former, present] of Object.entries(formerPaths)) {
    const item: OpenAPI.PathItemObject = {}
    for (const method of METHODS) {
      const operation = paths[present]?.[method]
      const operationId = `${operation?.operationId}.${method}.former`
      if (operation) item[method] = { ...operation, operationId, deprecated: true }
    }
    described[former] = item
  }
  return described
}
