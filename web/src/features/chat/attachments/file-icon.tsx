import { File, FileImage, FileText, FileType } from 'lucide-react'

export function FileIcon({ type, size }: { type: string; size: number }) {
  const Icon = type.startsWith('image/')
    ? FileImage
    : type === 'application/pdf'
      ? FileText
      : type.includes('word')
        ? FileType
        : File
  return <Icon size={size} />
}
