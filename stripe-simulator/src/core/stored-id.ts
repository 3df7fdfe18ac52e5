/** What a stored object points to: its type allows the whole object in the place of the id, and only the id is stored. */
export function storedId(field: string | { id: string } | null | undefined): string {
  return typeof field === 'string' ? field : ''
}
