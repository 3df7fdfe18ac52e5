export interface PreparedFile {
  /** Bytes in memory, because the file on disk may change or disappear. */
  body: Blob
  name: string
  thumbnail: Blob | null
  /** True when the server will shrink an animation or make it a still image: the sender is asked first. */
  isReduced: boolean
  /** Redraws a picture that the server cannot read; absent for other files and redrawn pictures. */
  redraw?: () => Promise<PreparedFile>
}

export function isImage(type: string): boolean {
  return type.startsWith('image/')
}
