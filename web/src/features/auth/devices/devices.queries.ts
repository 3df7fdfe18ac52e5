import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { Device } from '@kundig/contract/auth/auth.contract'

import { toast } from '../../../design-system/toasts/toast.tsx'
import { api, client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { useErrorText } from '../../../platform/i18n/texts.ts'

export const devicesQuery = queryOptions(api.auth.devices.queryOptions())

/** Removes devices from the cached list. Returns a function that restores the list after a failure. */
function useDeviceRemoval() {
  const queryClient = useQueryClient()
  const { queryKey } = devicesQuery
  return {
    remove: async (gone: (device: Device) => boolean): Promise<() => void> => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, (list) => list && { items: list.items.filter((device) => !gone(device)) })
      return () => queryClient.setQueryData(queryKey, before)
    },
    refresh: () => void queryClient.invalidateQueries({ queryKey }),
  }
}

/** Logs one device out. The device disappears from the list immediately, and reappears if the call fails. */
export function useEndSession(onDone: (device: Device) => void) {
  const { remove, refresh } = useDeviceRemoval()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: ({ id }: Device) => client.auth.endSession({ id }),
    onMutate: ({ id }) => remove((device) => device.id === id),
    onSuccess: (_done, device) => onDone(device),
    onError: (error, _device, restore) => {
      const { code } = toFailure(error)
      if (code === 'SESSION_NOT_FOUND') return toast.info(errorText(code))
      restore?.()
      toast.error(errorText(code))
    },
    onSettled: refresh,
  })
}

export function useEndOtherSessions({ onDone, onSettled }: { onDone: () => void; onSettled: () => void }) {
  const { remove, refresh } = useDeviceRemoval()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: () => client.auth.endOtherSessions(),
    onSuccess: async () => {
      await remove((device) => !device.is_current)
      onDone()
    },
    onError: (error) => toast.error(errorText(toFailure(error).code)),
    onSettled: () => {
      onSettled()
      refresh()
    },
  })
}
