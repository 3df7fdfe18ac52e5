/** Joins class names with spaces and leaves out what is false, null, undefined or empty, so that conditions can stand inline. */
export function cx(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
