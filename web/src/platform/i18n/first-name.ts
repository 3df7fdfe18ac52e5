/** Returns the part of a full name before the first space, for short texts. */
export function getFirstName(fullName: string): string {
  return fullName.split(' ')[0] ?? fullName
}
