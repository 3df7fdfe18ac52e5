import { describe, expect, it } from 'vitest'

import { OPERATOR_PATHS, OPERATOR_DESTINATIONS, findDestination } from './operator-navigation.ts'

const split = (path: string) => {
  const { pathname, search } = new URL(path, 'http://kundig.example')
  return { pathname, search }
}

describe('operator navigation', () => {
  it('links each operator page once, and recognises each page by its address', () => {
    const places = OPERATOR_DESTINATIONS.flatMap((group) => group.destinations)
    expect(places.toSorted()).toEqual(Object.keys(OPERATOR_PATHS).toSorted())
    for (const place of places) expect(findDestination(split(OPERATOR_PATHS[place]))).toBe(place)
  })

  it.each([
    ['/operator?case=0197c2a0-0000-7000-8000-000000000000', 'reports'],
    ['/operator?tab=nothing', 'reports'],
    ['/operator/people/0197c2a0-0000-7000-8000-000000000000', 'find'],
    ['/operator/people?q=kwame', 'find'],
    ['/operator/pages?page=terms', 'pages'],
    ['/operator/figures?days=30', 'daily'],
    ['/operator/books?range=12_months', 'books'],
  ])('the address %s belongs to the page %s', (path, place) => {
    expect(findDestination(split(path))).toBe(place)
  })
})
