/** Part of a full name before its first space, for short texts. */
export function getFirstName(fullName: string): string {
  return fullName.split(' ')[0] ?? fullName
}
