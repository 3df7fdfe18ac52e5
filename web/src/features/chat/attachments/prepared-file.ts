export interface PreparedFile {
  /** File content in memory, because the file on disk may change or disappear. */
  body: Blob
  name: string
  thumbnail: Blob | null
  /** True when the server will shrink an animation or make it a still image, so the sender must agree first. */
  isReduced: boolean
  /** Redraws a picture that the server cannot read. Absent for a redrawn picture and for files that are no pictures. */
  redraw?: () => Promise<PreparedFile>
}

export function isImage(type: string): boolean {
  return type.startsWith('image/')
}
