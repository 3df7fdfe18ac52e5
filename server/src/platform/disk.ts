import { statfs } from 'node:fs/promises'

export interface DiskSpace {
  freeBytes: number
  totalBytes: number
}

export async function findFullestDisk(folders: readonly string[]): Promise<DiskSpace | null> {
  const disks = await Promise.all(
    folders.map(async (folder): Promise<DiskSpace[]> => {
      try {
        const { bavail, blocks, bsize } = await statfs(folder)
        return blocks > 0 ? [{ freeBytes: bavail * bsize, totalBytes: blocks * bsize }] : []
      } catch {
        return []
      }
    }),
  )
  return pickFullestDisk(disks.flat())
}

export function pickFullestDisk(disks: readonly DiskSpace[]): DiskSpace | null {
  const share = ({ freeBytes, totalBytes }: DiskSpace): number => freeBytes / totalBytes
  return disks.toSorted((one, other) => share(one) - share(other))[0] ?? null
}
