/** True for a text that only lists copied files: a file manager puts their names, paths or addresses beside them. */
export function isListOfNames(text: string, files: readonly string[]): boolean {
  const known = new Set(files.map(fold))
  const lines = text.split(/[\r\n]+/u).filter((line) => line.trim() !== '')
  return lines.every((line) => known.has(fold(line)) || known.has(fold(lastPart(line))))
}

/** The name at the end of a path or an address. */
function lastPart(line: string): string {
  const part = line.trim().replace(/^.*[/\\]/u, '')
  if (!/^file:/iu.test(line.trim())) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** macOS writes accents apart from their letters. */
function fold(name: string): string {
  return name.normalize('NFC').trim()
}
