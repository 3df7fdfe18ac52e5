import { type DragEvent, useEffect, useEffectEvent, useState } from 'react'

import { isListOfNames } from './list-of-names.ts'

/** Receives files dropped on an area or pasted anywhere. @returns hover state and listeners for the area */
export function useFileDrop(onFiles: (files: File[]) => void, disabled: boolean) {
  const [over, setOver] = useState(false)

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const data = event.clipboardData
    const files = [...(data?.files ?? [])]
    if (files.length === 0 || disabled) return
    // Ignores the files of a pasted text, because some programs add a picture of the text.
    const isText =
      data?.types.includes('text/plain') &&
      (data.types.some((type) => /^text\/(?:html|rtf)$/u.test(type)) ||
        !isListOfNames(
          data.getData('text/plain'),
          files.map(({ name }) => name),
        ))
    if (isText) return
    event.preventDefault()
    onFiles(files)
  })

  useEffect(() => {
    document.addEventListener('paste', paste)
    // Ignores files dropped outside the area. The browser would open them and lose typed text.
    document.addEventListener('dragover', preventFileDrop)
    document.addEventListener('drop', preventFileDrop)
    return () => {
      document.removeEventListener('paste', paste)
      document.removeEventListener('dragover', preventFileDrop)
      document.removeEventListener('drop', preventFileDrop)
    }
  }, [])

  return {
    over: over && !disabled,
    area: {
      onDragOver: (event: DragEvent) => {
        if (!hasFile(event.dataTransfer)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = disabled ? 'none' : 'copy'
        setOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        const { relatedTarget } = event
        if (!(relatedTarget instanceof Node && event.currentTarget.contains(relatedTarget))) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        setOver(false)
        const files = [...event.dataTransfer.files]
        if (files.length === 0) return
        event.preventDefault()
        if (!disabled) onFiles(files)
      },
    },
  }
}

function hasFile(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false
}

function preventFileDrop(event: globalThis.DragEvent): void {
  if (event.defaultPrevented || !hasFile(event.dataTransfer)) return
  event.preventDefault()
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
}
