export function createListAnswer(url: string, { data, hasMore }: { data: object[]; hasMore: boolean }): object {
  return { object: 'list', url, has_more: hasMore, data }
}
