/** A file that is ready to be sent. */
export interface PreparedFile {
  /** Its bytes, held in memory: the file on the disk may change or go away. */
  body: Blob
  name: string
  /** Shown while an image is being sent. */
  thumbnail: Blob | null
  /** Whether the server will make an animation smaller, or a still image: the sender is asked first. */
  isReduced: boolean
  /** Draws a picture again that the server cannot read as it is; absent for other files, and for what was drawn here. */
  redraw?: () => Promise<PreparedFile>
}

/** Whether files of this type are made smaller here and encoded anew by the server. */
export function isImage(type: string): boolean {
  return type.startsWith('image/')
}
