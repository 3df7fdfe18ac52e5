/** Returns the id of a reference: types allow the expanded object, but only ids are stored. */
export function toStoredId(field: string | { id: string } | null | undefined): string {
  return typeof field === 'string' ? field : ''
}
