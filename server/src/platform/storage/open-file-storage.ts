import type { FileStorage, FileStorageSettings } from './file-storage.ts'
import { openFolderStorage } from './folder-storage.ts'

/** Opens a folder or a bucket. The large S3 client is loaded only when used. */
export async function openFileStorage(settings: FileStorageSettings): Promise<FileStorage> {
  if ('folder' in settings) return openFolderStorage(settings.folder)
  const { openS3Storage } = await import('./s3-storage.ts')
  return openS3Storage(settings.s3)
}
