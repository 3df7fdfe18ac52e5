import type { FileStorage, FileStorageSettings } from './file-storage.ts'
import { openFolderStorage } from './folder-storage.ts'

/** Opens the configured folder or bucket. The S3 client is large, and loaded only when used. */
export async function openFileStorage(settings: FileStorageSettings): Promise<FileStorage> {
  if ('folder' in settings) return openFolderStorage(settings.folder)
  const { openS3Storage } = await import('./s3-storage.ts')
  return openS3Storage(settings.s3)
}
