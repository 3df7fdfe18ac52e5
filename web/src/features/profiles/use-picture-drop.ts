import { type DragEvent, useEffect, useEffectEvent, useState } from 'react'

/**
 * Takes an image that is dropped onto an area or pasted anywhere.
 * @param onFile gets the first file, whatever its kind, unless `disabled`
 * @returns whether a file hovers over the area, and what the area must listen to
 */
export function usePictureDrop(onFile: (file: File) => void, disabled: boolean) {
  const [over, setOver] = useState(false)

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const file = event.clipboardData?.files[0]
    // Texts, and texts that come with a picture of themselves, belong to the field they are pasted into.
    if (!file || disabled || event.clipboardData?.types.includes('text/plain')) return
    event.preventDefault()
    onFile(file)
  })

  useEffect(() => {
    document.addEventListener('paste', paste)
    // A file that misses the area would replace the page, and the form with it.
    document.addEventListener('dragover', ignoreFile)
    document.addEventListener('drop', ignoreFile)
    return () => {
      document.removeEventListener('paste', paste)
      document.removeEventListener('dragover', ignoreFile)
      document.removeEventListener('drop', ignoreFile)
    }
  }, [])

  return {
    over: over && !disabled,
    area: {
      onDragOver: (event: DragEvent) => {
        if (!bringsFile(event.dataTransfer)) return
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
        const file = event.dataTransfer.files[0]
        if (!file) return
        event.preventDefault()
        if (!disabled) onFile(file)
      },
    },
  }
}

function bringsFile(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false
}

function ignoreFile(event: globalThis.DragEvent): void {
  if (event.defaultPrevented || !bringsFile(event.dataTransfer)) return
  event.preventDefault()
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
}
