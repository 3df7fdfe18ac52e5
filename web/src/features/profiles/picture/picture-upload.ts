import { uploadFile, type UploadOptions } from '../../../platform/uploads/upload.ts'

/**
 * Uploads the person's picture, or removes the picture (null). @returns the new URL, or null
 * @throws Refusal with the server's code, or NETWORK; UploadCancelled when the signal aborts
 */
export async function sendPicture(
  userId: string,
  picture: Blob | null,
  options: UploadOptions,
): Promise<string | null> {
  const answer = await uploadFile({
    ...options,
    method: picture ? 'PUT' : 'DELETE',
    address: `/api/profiles/${encodeURIComponent(userId)}/picture`,
    body: picture,
    toErrorCode: (status) => (status === 413 ? 'IMAGE_TOO_LARGE' : 'IMAGE_UNREADABLE'),
  })
  return readPictureAddress(answer)
}

function readPictureAddress(body: unknown): string | null {
  const address =
    typeof body === 'object' && body !== null && 'profile_picture_url' in body ? body.profile_picture_url : null
  return typeof address === 'string' ? address : null
}
