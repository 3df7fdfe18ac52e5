/** True for a pasted text that contains only the names of the pasted files. File managers add such texts. */
export function isListOfNames(text: string, files: readonly string[]): boolean {
  const known = new Set(files.map(normaliseName))
  const lines = text.split(/[\r\n]+/u).filter((line) => line.trim() !== '')
  return lines.every((line) => known.has(normaliseName(line)) || known.has(normaliseName(readFileName(line))))
}

function readFileName(line: string): string {
  const part = line.trim().replace(/^.*[/\\]/u, '')
  if (!/^file:/iu.test(line.trim())) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Normalises a file name, because macOS decomposes accents. */
function normaliseName(name: string): string {
  return name.normalize('NFC').trim()
}
